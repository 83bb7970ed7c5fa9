package dev.espalier.promises;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;

/** Copies of objects as programs make them. */
final class Copies {

    private Copies() {}

    static Thing clone(Thing thing) {
        Thing copy = new Thing();
        copy.id = thing.id;
        copy.name = thing.name;
        copy.count = thing.count;
        copy.big = thing.big;
        copy.maybe = thing.maybe;
        copy.next = thing.next;
        copy.members = new ArrayList<>(thing.members);
        return copy;
    }

    /** With all that it reaches. */
    static Thing deserialised(Thing thing) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(thing);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return (Thing) in.readObject();
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
