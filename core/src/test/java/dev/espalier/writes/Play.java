package dev.espalier.writes;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.jdbc.Replay;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.write.BulkLoaded;
import dev.espalier.internal.write.Claims;
import dev.espalier.internal.write.Deletion;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.Registry;
import dev.espalier.internal.write.StoredReferences;
import dev.espalier.internal.write.Versions;
import dev.espalier.internal.write.Write;
import dev.espalier.internal.write.WriteSender;
import dev.espalier.internal.write.WriteSet;
import dev.espalier.internal.write.WriteSetBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One case on one engine: what it stores and deletes, and the statements of that. */
final class Play {

    private final Schema schema = Schema.of(ObjectModel.of(Books.CLASSES));
    private final Replay replay;
    private final Dialect dialect;
    private final Session session;
    private final Layout layout;
    private final StoredLayout stored = new StoredLayout();
    private Registry registry = new Registry();
    private Identity identity = identity();
    private long nextId = 1;

    /** @param layout what the database says of itself */
    Play(Replay replay, Layout layout) {
        this.layout = layout;
        this.replay = replay;
        this.session = replay.session();
        this.dialect = session.dialect();
    }

    private Identity identity() {
        return new Identity(schema.model(), registry, new BulkLoaded());
    }

    Schema schema() {
        return schema;
    }

    Session session() {
        return session;
    }

    Layout layout() {
        return layout;
    }

    /** Stores objects and all that can be reached from them. */
    void store(Object... roots) {
        write(List.of(), roots);
    }

    /** Replaces what is stored, whatever it is. */
    void overwrite(Object... roots) {
        write(List.of(roots), roots);
    }

    private void write(List<Object> overwritten, Object... roots) {
        WriteSetBuilder builder = builder(roots);
        WriteSet set = builder.build(overwritten);
        Versions versions = new Versions();
        send(versions, set);
        builder.stored(versions::written);
    }

    private WriteSetBuilder builder(Object... roots) {
        WriteSetBuilder builder = new WriteSetBuilder(
                schema,
                dialect,
                () -> SizeLimit.UNKNOWN,
                this::takeIds,
                identity,
                (owner, link) -> null,
                new StoredReferences(question -> false),
                new Claims(Duration.ZERO).unit());
        if (builder.collect(List.of(roots)) != null) {
            throw new AssertionError("nobody else stores anything");
        }
        return builder;
    }

    private long takeIds(int count) {
        nextId += count;
        return nextId - count;
    }

    /** Deletes objects. */
    void delete(Object... objects) {
        send(new Versions(), deletion(objects));
    }

    /** Stores objects and deletes others, in one transaction. */
    void storeAndDelete(Object stored, Object deleted) {
        WriteSetBuilder builder = builder(stored);
        WriteSet set = builder.build(List.of());
        send(new Versions(), set, deletion(deleted));
    }

    private Deletion deletion(Object... objects) {
        return Deletion.of(schema, identity, List.of(objects));
    }

    private void send(Versions versions, Write... writes) {
        WriteSender sender = new WriteSender(dialect, schema, stored);
        sender.sendAll(new ArrayList<>(List.of(writes)), session, versions);
        sender.complete(session, versions);
        session.flush();
    }

    /** From now on nothing is known of the objects, as in another program. */
    void forget() {
        registry = new Registry();
        identity = identity();
    }

    /** What was sent before is not shown. */
    void show() {
        session.flush();
        replay.takeStatements();
    }
}
