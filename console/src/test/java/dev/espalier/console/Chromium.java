package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A headless browser that is driven as a person would drive it, by the DevTools protocol. Pictures stay in {@code target/pictures}. */
final class Chromium implements AutoCloseable {

    private static final Path PICTURES = Path.of("target", "pictures");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger number = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new ArrayList<>();

    private Chromium(Process process, Path profile) throws Exception {
        this.process = process;
        this.profile = profile;
        HttpClient http = HttpClient.newHttpClient();
        Path portFile = profile.resolve("DevToolsActivePort");
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!Files.exists(portFile) || Files.readAllLines(portFile).size() < 2) {
            assertThat(process.isAlive() && System.nanoTime() < end)
                    .as("the browser has started")
                    .isTrue();
            Thread.sleep(20); // the browser reports its port by a file, and by nothing else
        }
        String port = Files.readAllLines(portFile).get(0);
        HttpRequest open = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        String target = MAPPER.readTree(
                        http.send(open, HttpResponse.BodyHandlers.ofString()).body())
                .get("webSocketDebuggerUrl")
                .asText();
        this.socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(target), new Listener())
                .get();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", MAPPER.createObjectNode());
        }
    }

    /** Starts one; the test is skipped where none is installed, unless a whole run wants it. */
    static Chromium start(String... options) throws Exception {
        Optional<Path> program = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(Path::of)
                .flatMap(folder -> Stream.of(
                        folder.resolve("chromium"),
                        folder.resolve("google-chrome"),
                        folder.resolve("chromium-browser")))
                .filter(Files::isExecutable)
                .findFirst();
        if (System.getenv("ESPALIER_REQUIRE_ENGINES") == null) {
            assumeThat(program).as("a browser: install the package chromium").isPresent();
        }
        Path profile = Files.createTempDirectory("espalier-browser");
        List<String> command = new ArrayList<>(List.of(
                program.orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + profile,
                "--window-size=1280,900"));
        command.addAll(List.of(options));
        command.add("about:blank");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("output").toFile())
                .start();
        return new Chromium(process, profile);
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            message.append(data);
            if (isLast) {
                receive(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void receive(String text) {
        try {
            JsonNode json = MAPPER.readTree(text);
            if (json.has("id")) {
                answers.remove(json.get("id").asInt()).complete(json);
                return;
            }
            String method = json.path("method").asText();
            JsonNode parameters = json.path("params");
            boolean isError = method.equals("Runtime.exceptionThrown")
                    || method.equals("Log.entryAdded")
                            && parameters.path("entry").path("level").asText().matches("error|warning")
                    || method.equals("Runtime.consoleAPICalled")
                            && parameters.path("type").asText().matches("error|warning|assert");
            if (isError) {
                synchronized (complaints) {
                    complaints.add(parameters.toString());
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(text, e);
        }
    }

    private JsonNode call(String method, ObjectNode parameters) {
        JsonNode found = answer(method, parameters);
        assertThat(found.has("error")).as("%s: %s", method, found).isFalse();
        return found.get("result");
    }

    private JsonNode answer(String method, ObjectNode parameters) {
        int id = number.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode json = MAPPER.createObjectNode().put("id", id).put("method", method);
        json.set("params", parameters);
        socket.sendText(json.toString(), true).join();
        try {
            return answer.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(method, e);
        }
    }

    /** Opens another tab, which ends with the browser. */
    Chromium tab() throws Exception {
        return new Chromium(process, profile);
    }

    /** Forgets all cookies of the browser. */
    void clearCookies() {
        call("Network.clearBrowserCookies", MAPPER.createObjectNode());
    }

    /** The addresses to which the button Back leads. */
    List<String> history() {
        return call("Page.getNavigationHistory", MAPPER.createObjectNode())
                .get("entries")
                .findValuesAsText("url");
    }

    /** Opens an address, as if it was typed. */
    void open(String address) {
        call("Page.navigate", MAPPER.createObjectNode().put("url", address));
    }

    /** Evaluates an expression of JavaScript. */
    JsonNode evaluate(String expression) {
        JsonNode result = call("Runtime.evaluate", evaluation(expression));
        assertThat(result.has("exceptionDetails"))
                .as("%s: %s", expression, result)
                .isFalse();
        return result.path("result").path("value");
    }

    private static ObjectNode evaluation(String expression) {
        return MAPPER.createObjectNode()
                .put("expression", expression)
                .put("returnByValue", true)
                .put("awaitPromise", true);
    }

    /** Whether an expression is true. A page that is just left answers with an error. */
    private boolean holds(String condition) {
        JsonNode answer = answer(
                "Runtime.evaluate",
                evaluation("(() => { try { return !!(" + condition + "); } catch { return false; } })()"));
        if (answer.has("error")) {
            return false;
        }
        assertThat(answer.path("result").has("exceptionDetails"))
                .as("%s: %s", condition, answer)
                .isFalse();
        return answer.path("result").path("result").path("value").asBoolean();
    }

    /** Waits until an expression is true; while a page is loaded, it may have no body yet. */
    void waitFor(String condition) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > end) {
                throw new AssertionError(condition + " did not become true; the page says: "
                        + evaluate("document.body?.innerText") + "\n" + complaints);
            }
            try {
                Thread.sleep(20); // conditions are any JavaScript; nothing reports when one becomes true
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Whether an expression becomes true within about a second. */
    boolean waitForASecond(String condition) throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            if (holds(condition)) {
                return true;
            }
            Thread.sleep(20);
        }
        return false;
    }

    /** Waits until the page's text has some text. */
    void waitForText(String text) {
        waitFor("document.body.innerText.includes(" + quoted(text) + ")");
    }

    String text(String selector) {
        return evaluate("document.querySelector(" + quoted(selector) + ")?.innerText ?? ''")
                .asText();
    }

    /** Clicks the first visible link, button or label with a text. */
    void click(String text) {
        waitFor(
                "[...document.querySelectorAll('a, button, summary, label')].some(one => one.offsetParent && one.innerText.trim() === "
                        + quoted(text) + ")");
        evaluate(
                "[...document.querySelectorAll('a, button, summary, label')].find(one => one.offsetParent && one.innerText.trim() === "
                        + quoted(text) + ").click()");
    }

    /** Types a text at the place that has the focus. */
    void type(String text) {
        call("Input.insertText", MAPPER.createObjectNode().put("text", text));
    }

    /** Presses a key, for example Tab or Enter; modifiers as DevTools have them: 2 is Ctrl, 4 is Cmd. */
    void press(String key, int modifiers) {
        int code = Map.of("Tab", 9, "Enter", 13, "Backspace", 8, "Escape", 27, " ", 32)
                .getOrDefault(key, 0);
        ObjectNode down = MAPPER.createObjectNode()
                .put("type", "rawKeyDown")
                .put("key", key)
                .put("code", key.equals(" ") ? "Space" : key)
                .put("windowsVirtualKeyCode", code)
                .put("modifiers", modifiers);
        call("Input.dispatchKeyEvent", down);
        if (key.equals("Enter") && modifiers == 0) {
            call(
                    "Input.dispatchKeyEvent",
                    MAPPER.createObjectNode()
                            .put("type", "char")
                            .put("key", key)
                            .put("text", "\r")
                            .put("windowsVirtualKeyCode", code));
        }
        call("Input.dispatchKeyEvent", down.deepCopy().put("type", "keyUp"));
    }

    /** A page that is hidden by another tab draws no frames, and reports no scrolling. */
    void bringToFront() {
        call("Page.bringToFront", MAPPER.createObjectNode());
    }

    /** Turns the wheel of the mouse down at a place of the window; modifiers as for {@link #press}. */
    void wheel(int x, int y, int down, int modifiers) {
        call(
                "Input.dispatchMouseEvent",
                MAPPER.createObjectNode()
                        .put("type", "mouseWheel")
                        .put("x", x)
                        .put("y", y)
                        .put("deltaX", 0)
                        .put("deltaY", down)
                        .put("modifiers", modifiers));
    }

    /** Sets the size of the window, and the colours that the user prefers. */
    void device(int width, int height, boolean isDark) {
        call(
                "Emulation.setDeviceMetricsOverride",
                MAPPER.createObjectNode()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", width < 600));
        ObjectNode media = MAPPER.createObjectNode();
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", isDark ? "dark" : "light");
        call("Emulation.setEmulatedMedia", media);
    }

    /**
     * The rules of WCAG 2.1, levels A and AA, that the page breaks, as axe-core checks them.
     *
     * @param onlyColours for dark colours: everything else is the same as in light ones, and takes most of the time
     */
    String accessibilityViolations(boolean onlyColours) throws IOException {
        try (InputStream axe = Chromium.class.getResourceAsStream("/axe.min.js")) {
            evaluate(new String(java.util.Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8) + "; 0");
        }
        return evaluate(
                        "axe.run(document, {runOnly: "
                                + (onlyColours ? "['color-contrast']" : "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']")
                                + "})"
                                + ".then(found => found.violations.map(one => one.id + ': ' + one.nodes.map(node => node.html).join('; ')).join('\\n'))")
                .asText();
    }

    void takePicture(String name) throws IOException {
        Files.createDirectories(PICTURES);
        String data = call("Page.captureScreenshot", MAPPER.createObjectNode().put("format", "png"))
                .get("data")
                .asText();
        byte[] png = Base64.getDecoder().decode(data);
        Files.write(PICTURES.resolve(name + ".png"), png);
        GuidePictures.add(name, png);
    }

    /** The errors and warnings on the browser's console. */
    List<String> complaints() {
        synchronized (complaints) {
            return List.copyOf(complaints);
        }
    }

    void forgetComplaints() {
        synchronized (complaints) {
            complaints.clear();
        }
    }

    static String quoted(String text) {
        return MAPPER.getNodeFactory().textNode(text).toString();
    }

    @Override
    public void close() throws Exception {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | java.io.UncheckedIOException e) {
            System.err.println(profile + " is left: " + e);
        }
    }
}
