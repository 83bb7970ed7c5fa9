package dev.espalier.lab.store;

import dev.espalier.lab.target.ServerAddress;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;
import io.tarantool.driver.api.TarantoolClient;
import io.tarantool.driver.api.TarantoolClientFactory;
import io.tarantool.driver.api.TarantoolResult;
import io.tarantool.driver.api.tuple.TarantoolTuple;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A space of tuples {@code {id, value1, value2}} in Tarantool's memory engine. Its driver sends the calls of all threads over one
 * connection, without waiting for the answers before. Thread-safe.
 */
public final class TarantoolKeyValueStore implements KeyValueStore {

    private static final String SPACE = "espalier_lab_key_value";
    private static final String GET = "box.space." + SPACE + ":get";
    private static final String MAKE =
            "box.schema.space.create('" + SPACE + "'):create_index('primary', {parts = {{1, 'unsigned'}}})";
    private static final String DROP = "local s = box.space." + SPACE + " if s then s:drop() end";
    private static final String FILL = "local rows = ... local s = box.space." + SPACE
            + " box.begin() for _, row in ipairs(rows) do s:replace(row) end box.commit()";
    private static final int FILLERS = 2;
    private static final int PATIENCE_MILLIS = 30_000;

    private final ServerAddress address;
    private final TarantoolClient<TarantoolTuple, TarantoolResult<TarantoolTuple>> client;

    /**
     * Connects to nothing yet.
     *
     * @param address with a URL of the form {@code tarantool://host:port/}
     */
    public TarantoolKeyValueStore(ServerAddress address) {
        this.address = address;
        URI url = URI.create(address.url());
        this.client = TarantoolClientFactory.createClient()
                .withAddress(url.getHost(), url.getPort())
                .withCredentials(address.user(), address.password().reveal())
                .withConnectTimeout(PATIENCE_MILLIS)
                .withRequestTimeout(PATIENCE_MILLIS)
                .build();
    }

    @Override
    public boolean prepare(KeyValueRows rows) {
        List<?> found = eval("local s = box.space." + SPACE + " if not s then return 0, 0 end local last = s:get("
                + rows.count() + ") return s:len(), last and last[2] or -1");
        if (((Number) found.get(0)).longValue() == rows.count()
                && ((Number) found.get(1)).intValue() == rows.value1(rows.count())) {
            return false;
        }
        drop();
        eval(MAKE);
        Fill.run(
                1,
                rows.count() + 1,
                ROWS_AT_ONCE,
                FILLERS,
                "the space " + SPACE,
                () -> (from, to) -> insert(rows, from, to));
        return true;
    }

    private void insert(KeyValueRows rows, long from, long to) {
        List<List<Object>> tuples = new ArrayList<>();
        for (long id = from; id < to; id++) {
            tuples.add(List.of(id, rows.value1(id), rows.value2(id)));
        }
        eval(FILL, tuples);
    }

    private List<?> eval(String program, Object... arguments) {
        try {
            return answer(client.eval(program, List.of(arguments)));
        } catch (Exception e) {
            throw new TargetException("Tarantool: " + e.getMessage(), e);
        }
    }

    private static <T> T answer(CompletableFuture<T> future) throws Exception {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    public KeyValueSession connect() {
        return new Reads();
    }

    private final class Reads extends SharedClientSession implements KeyValueSession {

        @Override
        public long read(long[] ids) throws Exception {
            List<CompletableFuture<List<?>>> asked = new ArrayList<>(ids.length);
            for (long id : ids) {
                asked.add(client.call(GET, id));
            }
            long checksum = 0;
            for (CompletableFuture<List<?>> one : asked) {
                List<?> found = answer(one);
                if (!found.isEmpty() && found.get(0) instanceof List<?> tuple) {
                    checksum += KeyValueRows.checksum(
                            ((Number) tuple.get(1)).intValue(), ((Number) tuple.get(2)).doubleValue());
                }
            }
            return checksum;
        }
    }

    @Override
    public ServerFacts facts() {
        Map<String, String> variables = new TreeMap<>();
        ((Map<?, ?>)
                        eval("local all = {} for name, value in pairs(box.cfg) do all[name] = tostring(value) end return all")
                                .get(0))
                .forEach((name, value) -> variables.put(String.valueOf(name), String.valueOf(value)));
        return new ServerFacts(
                "Tarantool",
                String.valueOf(eval("return _TARANTOOL").get(0)),
                "cartridge-driver",
                address.url(),
                address.server().isPresent(),
                variables);
    }

    @Override
    public Optional<String> url() {
        return Optional.of(address.url());
    }

    @Override
    public long sizeBytes() {
        List<?> bytes = eval("local s = box.space." + SPACE + " return s:bsize() + s.index.primary:bsize()");
        return ((Number) bytes.get(0)).longValue();
    }

    @Override
    public String road() {
        return "space:get, one connection for all";
    }

    @Override
    public void drop() {
        eval(DROP);
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (Exception e) {
            throw new TargetException("closing the connection to Tarantool: " + e.getMessage(), e);
        }
    }
}
