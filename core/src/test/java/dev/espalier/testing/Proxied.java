package dev.espalier.testing;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import javax.sql.DataSource;

/**
 * Objects in place of those of a driver or a pool: a handler answers each call, or passes it on to a real object.
 *
 * <pre>{@code
 * Connection deaf = Proxied.of(Connection.class, call -> switch (call.name()) {
 *     case "close" -> null;
 *     default -> call.on(real);
 * });
 * }</pre>
 */
public final class Proxied {

    private static final Object[] NONE = {};

    private Proxied() {}

    /** Answers calls. */
    public interface Handler {
        Object answer(Call call) throws Throwable;
    }

    /**
     * A call of a method.
     *
     * @param arguments of the method, none if it has no parameters
     */
    public record Call(Method method, Object... arguments) {

        public String name() {
            return method.getName();
        }

        /** Calls the same method of another object. What it throws is thrown. */
        public Object on(Object real) throws Throwable {
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        /** The answer that says nothing: null, false or zero. */
        public Object nothing() {
            Class<?> type = method.getReturnType();
            return type == void.class ? null : Array.get(Array.newInstance(type, 1), 0);
        }
    }

    /** An object of an interface. */
    public static <T> T of(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> handler.answer(new Call(method, arguments == null ? NONE : arguments))));
    }

    /** A source that can do nothing but give connections. */
    public static DataSource source(StatementLog.Connections connections) {
        return of(DataSource.class, call -> {
            if (!call.name().equals("getConnection")) {
                throw new UnsupportedOperationException(call.name());
            }
            return connections.connect();
        });
    }
}
