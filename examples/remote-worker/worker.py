"""Runs tasks of the type count-words, one at a time. It needs the standard library only."""
import json, os, platform, threading, time, traceback, urllib.request

ROWMILL = os.environ.get("ROWMILL", "http://localhost:8080")
TOKEN = os.environ.get("TOKEN", "demo-token")

def call(path, body):
    for pause in (0, 1, 2, 4, 8, None):
        try:
            request = urllib.request.Request(
                ROWMILL + "/rowmill/api/work/" + path, json.dumps(body).encode(),
                {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=70) as answer:
                return json.load(answer)
        except OSError:
            if pause is None:
                raise
            time.sleep(pause)

def work(payload, stopped):  # long work looks at stopped.is_set() from time to time
    return {"words": len(payload["text"].split()), "worker": "Python " + platform.python_version()}

def keep(lease, ended, stopped):  # renews the lease every five seconds
    while not ended.wait(5):
        if lease in call("renew", {"leases": [lease]})["stop"]:
            stopped.set()

def run(task):
    ended, stopped = threading.Event(), threading.Event()
    threading.Thread(target=keep, args=(task["lease"], ended, stopped), daemon=True).start()
    try:
        verdict = {"outcome": "succeeded", "result": work(task["payload"], stopped)}
    except Exception as error:
        verdict = {"outcome": "failed", "error": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
    ended.set()
    call("settle", {"verdicts": [{"lease": task["lease"], **verdict}]})
    print("task", task["id"], verdict, flush=True)

while True:
    for task in call("claim", {"types": ["count-words"], "wait": "30s"})["tasks"]:
        run(task)
