// Searches the pages of pages.js for all words. Hits in titles come first. It also works without a web server.
const found = document.getElementById("found");
const search = document.getElementById("search");

function score(page, words) {
  const title = page.title.toLowerCase();
  let total = 0;
  for (const word of words) {
    const hits = page.text.split(word).length - 1;
    if (!hits && !title.includes(word)) return 0;
    total += Math.min(hits, 20) + (title.includes(word) ? 100 : 0);
  }
  return total;
}

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length === 0 ? [] : pages
    .map(page => ({ page, score: score(page, words) }))
    .filter(hit => hit.score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 12);
  found.replaceChildren(...hits.map(({ page }) => {
    const link = document.createElement("a");
    link.href = found.dataset.root + page.target;
    link.textContent = page.title;
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  if (words.length > 0 && hits.length === 0) {
    found.textContent = "No page has all of these words.";
  }
}

search.addEventListener("input", show);
search.value = new URLSearchParams(location.search).get("q") ?? "";
show();
