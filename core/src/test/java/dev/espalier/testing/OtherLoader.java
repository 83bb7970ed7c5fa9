package dev.espalier.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Loads a class, with all that are nested in the same one, a second time, as an application server or a tool that restarts programs does. */
public final class OtherLoader extends ClassLoader {

    private final String outermost;

    private OtherLoader(Class<?> known) {
        super(known.getClassLoader());
        this.outermost = known.getName().replaceFirst("\\$.*", "");
    }

    /** Returns a class of the same name and the same bytes, which is another one to Java. */
    public static Class<?> twinOf(Class<?> known) {
        try {
            return Class.forName(known.getName(), false, new OtherLoader(known));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.equals(outermost) && !name.startsWith(outermost + "$")) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) {
        try (@Nullable InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new IllegalStateException("no class file of " + name);
            }
            byte[] bytes = file.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
