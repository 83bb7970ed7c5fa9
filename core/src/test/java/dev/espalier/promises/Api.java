package dev.espalier.promises;

import dev.espalier.Database;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/** Calls that a database may offer or not; schedules leave out what is not there. */
final class Api {

    private static final Optional<Method> REFERENCE = find("reference", Class.class, long.class);
    private static final Optional<Method> OVERWRITE = find("overwrite", Object.class);

    private Api() {}

    private static Optional<Method> find(String name, Class<?>... parameters) {
        return Arrays.stream(Database.class.getMethods())
                .filter(method ->
                        method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameters))
                .findFirst();
    }

    /** An object that stands for one of the database and is never written. */
    static Optional<Thing> reference(Database db, long id) {
        return REFERENCE.map(method -> (Thing) call(method, db, Thing.class, id));
    }

    static boolean canOverwrite() {
        return OVERWRITE.isPresent();
    }

    /** Writes an object whatever the database holds. */
    static void overwrite(Database db, Thing thing) {
        call(OVERWRITE.orElseThrow(), db, thing);
    }

    private static Object call(Method method, Database db, Object... arguments) {
        try {
            return method.invoke(db, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
