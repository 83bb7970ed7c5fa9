package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.NOT_LOADED;

import dev.espalier.error.NotLoadedException;
import dev.espalier.internal.model.NotLoaded;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;

/** Refuses to store what was not loaded. */
final class NotLoadedRefusals {

    private NotLoadedRefusals() {}

    /** Refuses a new object with a collection of another one that was not loaded: it would be stored without members. */
    static void ofNew(ClassTable table, Object object) {
        for (LinkTable link : table.links()) {
            if (LeftOut.isNotLoaded(link.attribute(), object)) {
                throw new NotLoadedException(
                        NOT_LOADED,
                        table.type() + "." + link.attribute().name()
                                + ": found a collection that was not loaded in a new object, expected its members: it belongs to another"
                                + " object, of which the bounds of the read left it out; load that one with wider bounds");
            }
        }
    }

    /** Refuses a collection of another object that was not loaded: its members are not known, and the object's own would stay in silence. */
    static void ofAnother(WalkedObject node) {
        for (LinkTable link : node.table.links()) {
            if (NotLoaded.isOfAnother(
                    link.attribute().access().get(node.object),
                    node.id,
                    link.attribute().name())) {
                throw new NotLoadedException(
                        NOT_LOADED,
                        node.table.type() + " " + node.id + "."
                                + link.attribute().name()
                                + ": found a collection that was not loaded and belongs to another object or field, expected the members to"
                                + " store; load that object with wider bounds, and take its members");
            }
        }
    }

    static NotLoadedException changedStandIn(WalkedObject node) {
        return new NotLoadedException(
                NOT_LOADED,
                node
                        + ": this object stands for one that was not loaded: db.reference made it, or bounds left"
                        + " the object out; found a change of it, which would not be written; refresh the object before it is changed");
    }
}
