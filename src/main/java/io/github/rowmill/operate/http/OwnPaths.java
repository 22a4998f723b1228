package io.github.rowmill.operate.http;

import jakarta.ws.rs.core.UriInfo;

/** Which paths of an application are Rowmill's. */
public final class OwnPaths {

    /** The path that all of the API is under, relative to the application's. */
    public static final String API = "rowmill/api";

    private static final String ALL = "rowmill";

    private OwnPaths() {}

    /** The API and the page. */
    public static boolean isOurs(UriInfo uri) {
        return isUnder(ALL, uri);
    }

    /** The API. */
    public static boolean isApi(UriInfo uri) {
        return isUnder(API, uri);
    }

    private static boolean isUnder(String folder, UriInfo uri) {
        String path = uri.getPath();
        String relative = path.startsWith("/") ? path.substring(1) : path;
        return relative.equals(folder) || relative.startsWith(folder + "/");
    }
}
