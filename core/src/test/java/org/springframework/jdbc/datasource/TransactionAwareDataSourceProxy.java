package org.springframework.jdbc.datasource;

import dev.espalier.testing.Proxied;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;

/** What the library sees of Spring's class of this name: proxies by a handler of that name, here without transactions. */
public final class TransactionAwareDataSourceProxy {

    private final DataSource target;

    /** @param target gives the connections */
    public TransactionAwareDataSourceProxy(DataSource target) {
        this.target = target;
    }

    /** A source that wraps this one, as tools do that measure. */
    public DataSource source() {
        return Proxied.source(() -> (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                new TransactionAwareInvocationHandler(target.getConnection())));
    }

    private record TransactionAwareInvocationHandler(Connection target) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            return new Proxied.Call(method, arguments).on(target);
        }
    }
}
