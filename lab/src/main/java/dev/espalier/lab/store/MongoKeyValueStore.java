package dev.espalier.lab.store;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.espalier.lab.target.ServerAddress;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;

/**
 * A collection of documents {@code {_id, value1, value2}} behind MongoDB's protocol; {@code _id} is an object id that ends with the row's
 * number, because FerretDB looks up no numbers. It is reached without an account: FerretDB 1.24 knows no SCRAM. The driver has a pool of its
 * own. Thread-safe.
 */
public final class MongoKeyValueStore implements KeyValueStore {

    private static final String DATABASE = "espalier_lab_key_value";
    private static final String COLLECTION = "keyvalue";
    private static final int FILLERS = 2;

    private final ServerAddress address;
    private final MongoClient client;

    /**
     * Connects to nothing yet.
     *
     * @param address with a URL of MongoDB's
     */
    public MongoKeyValueStore(ServerAddress address) {
        this.address = address;
        this.client = MongoClients.create(address.url().replaceFirst("(mongodb://[^/]+)/.*", "$1"));
    }

    @Override
    public boolean prepare(KeyValueRows rows) {
        if (collection().countDocuments() == rows.count()
                && checksum(List.of(rows.count()))
                        == KeyValueRows.checksum(rows.value1(rows.count()), rows.value2(rows.count()))) {
            return false;
        }
        drop();
        Fill.run(
                1,
                rows.count() + 1,
                ROWS_AT_ONCE,
                FILLERS,
                "the collection " + COLLECTION,
                () -> (from, to) -> insert(rows, from, to));
        return true;
    }

    private void insert(KeyValueRows rows, long from, long to) {
        List<Document> documents = new ArrayList<>();
        for (long id = from; id < to; id++) {
            documents.add(new Document("_id", key(id))
                    .append("value1", rows.value1(id))
                    .append("value2", rows.value2(id)));
        }
        collection().insertMany(documents);
    }

    private MongoCollection<Document> collection() {
        return client.getDatabase(DATABASE).getCollection(COLLECTION);
    }

    private static ObjectId key(long id) {
        return new ObjectId(ByteBuffer.allocate(12).putInt(0).putLong(id).array());
    }

    private long checksum(List<Long> ids) {
        Bson wanted = ids.size() == 1
                ? Filters.eq("_id", key(ids.get(0)))
                : Filters.in("_id", ids.stream().map(MongoKeyValueStore::key).toList());
        long checksum = 0;
        for (Document document : collection().find(wanted)) {
            checksum += KeyValueRows.checksum(document.getInteger("value1"), document.getDouble("value2"));
        }
        return checksum;
    }

    @Override
    public KeyValueSession connect() {
        return new Reads();
    }

    private final class Reads extends SharedClientSession implements KeyValueSession {

        @Override
        public long read(long[] ids) {
            return checksum(Arrays.stream(ids).boxed().toList());
        }
    }

    @Override
    public ServerFacts facts() {
        Document build = client.getDatabase("admin").runCommand(new Document("buildInfo", 1));
        Object ferret = build.get("ferretdb") instanceof Document own ? own.get("version") : null;
        return new ServerFacts(
                ferret == null ? "MongoDB" : "FerretDB",
                String.valueOf(ferret == null ? build.get("version") : ferret),
                "mongodb-driver-sync",
                address.url(),
                address.server().isPresent(),
                Map.of("version", String.valueOf(build.get("version"))));
    }

    @Override
    public Optional<String> url() {
        return Optional.of(address.url());
    }

    @Override
    public long sizeBytes() {
        Number size = (Number) client.getDatabase(DATABASE)
                .runCommand(new Document("collStats", COLLECTION))
                .get("totalSize");
        return size == null ? 0 : size.longValue();
    }

    @Override
    public String road() {
        return "find by _id, the driver's pool";
    }

    @Override
    public void drop() {
        client.getDatabase(DATABASE).drop();
    }

    @Override
    public void close() {
        client.close();
    }
}
