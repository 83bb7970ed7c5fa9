package dev.espalier.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The files of the page: a fixed list, so that no path leads to anything else. Those of libraries come from their packages. */
final class PageFiles {

    private static final String OWN = "/dev/espalier/console/page/";
    private static final String CODEMIRROR = "codemirror";
    private static final String CYTOSCAPE = "cytoscape";

    private static final Map<String, String> TYPES = Map.of(
            "html",
            "text/html; charset=utf-8",
            "css",
            "text/css; charset=utf-8",
            "js",
            "text/javascript; charset=utf-8",
            "svg",
            "image/svg+xml");

    private static final Map<String, String> LIBRARIES = Map.of(
            "/lib/codemirror.js", library(CODEMIRROR, "lib/codemirror.js"),
            "/lib/codemirror.css", library(CODEMIRROR, "lib/codemirror.css"),
            "/lib/simple.js", library(CODEMIRROR, "addon/mode/simple.js"),
            "/lib/show-hint.js", library(CODEMIRROR, "addon/hint/show-hint.js"),
            "/lib/show-hint.css", library(CODEMIRROR, "addon/hint/show-hint.css"),
            "/lib/matchbrackets.js", library(CODEMIRROR, "addon/edit/matchbrackets.js"),
            "/lib/cytoscape.js", library(CYTOSCAPE, "dist/cytoscape.min.js"));

    private static final java.util.Set<String> OWN_FILES = java.util.Set.of(
            "index.html",
            "style.css",
            "icon.svg",
            "app.js",
            "dom.js",
            "history.js",
            "server.js",
            "model.js",
            "query.js",
            "editor.js",
            "object.js",
            "graph.js",
            "places.js",
            "plan.js",
            "columns.js",
            "selection.js",
            "health.js",
            "values.js",
            "edit.js",
            "drafts.js",
            "fields.js",
            "changes.js",
            "login.js",
            "lab.js");

    private static final Map<String, File> READ = new ConcurrentHashMap<>();

    private PageFiles() {}

    /** A file as it is sent. */
    record File(String type, byte[] content, String tag) {}

    /** Returns the file of a path; null if there is none. */
    static @Nullable File find(String path) {
        String resource = LIBRARIES.get(path);
        if (resource == null) {
            String name = path.equals("/") ? "index.html" : path.substring(1);
            resource = OWN_FILES.contains(name) ? OWN + name : null;
        }
        return resource == null ? null : READ.computeIfAbsent(resource, PageFiles::read);
    }

    private static File read(String resource) {
        try (InputStream in = Optional.ofNullable(PageFiles.class.getResourceAsStream(resource))
                .orElseThrow(() -> new IllegalStateException(resource + " is missing from the class path"))) {
            byte[] content = in.readAllBytes();
            String hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
            return new File(
                    TYPES.getOrDefault(resource.substring(resource.lastIndexOf('.') + 1), "application/octet-stream"),
                    content,
                    '"' + hash.substring(0, 16) + '"');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String library(String name, String file) {
        return "/META-INF/resources/webjars/" + name + "/" + LibraryVersions.of(name) + "/" + file;
    }
}
