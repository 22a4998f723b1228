package io.github.rowmill.operate.http;

import jakarta.ws.rs.core.UriInfo;

/** Rowmill's paths in an application. */
public final class OwnPaths {

    /** The path of the API, relative to the application's path. */
    public static final String API = "rowmill/api";

    private static final String ALL = "rowmill";

    private OwnPaths() {}

    /** Returns whether the path is one of the API or of the page. */
    public static boolean isOurs(UriInfo uri) {
        return isUnder(ALL, uri);
    }

    /** Returns whether the path is one of the API. */
    public static boolean isApi(UriInfo uri) {
        return isUnder(API, uri);
    }

    private static boolean isUnder(String folder, UriInfo uri) {
        String path = uri.getPath();
        String relative = path.startsWith("/") ? path.substring(1) : path;
        return relative.equals(folder) || relative.startsWith(folder + "/");
    }
}
