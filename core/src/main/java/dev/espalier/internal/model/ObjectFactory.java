package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.CONSTRUCTOR_FAILED;
import static dev.espalier.error.ErrorCode.NO_CONSTRUCTOR;

import dev.espalier.error.ModelException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Makes objects of one class through its constructor without parameters, whatever its visibility; of a class without such a
 * constructor by none at all, as serialization does, so that every field holds zero or null. Safe for any number of threads.
 */
abstract sealed class ObjectFactory {

    private static final MethodType NO_ARGUMENTS = MethodType.methodType(Object.class);

    private ObjectFactory() {}

    /** Makes objects of a class that has no Java class. */
    static ObjectFactory of(Supplier<Object> nodes) {
        return new Node(nodes);
    }

    /**
     * @throws ModelException {@code not-open} if the class's module does not open its package
     * @throws ModelException {@code no-constructor} if the Java runtime makes no objects without calling a constructor
     */
    static ObjectFactory of(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            if (!JavaType.isOfJdk(type)) { // of the JDK only public ones are called
                Opened.member(constructor);
            }
            return new Calling(
                    type,
                    MethodHandles.lookup().unreflectConstructor(constructor).asType(NO_ARGUMENTS));
        } catch (NoSuchMethodException e) {
            return new Bare(type);
        } catch (IllegalAccessException e) {
            throw new AssertionError(type + " can be called", e);
        }
    }

    /** Whether such a class can be made by the constructor that {@link #of} calls. */
    static boolean hasDefaultConstructor(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers())
                && Arrays.stream(type.getDeclaredConstructors()).anyMatch(c -> c.getParameterCount() == 0)
                && (!JavaType.isOfJdk(type) || isPublicIn(type));
    }

    /** @throws ModelException if the constructor fails */
    abstract Object newInstance();

    /** @throws VirtualMachineError if that is what has happened: it is no fault of the constructor */
    static ModelException failed(Class<?> type, Throwable cause) {
        if (cause instanceof VirtualMachineError error) {
            throw error;
        }
        return new ModelException(
                CONSTRUCTOR_FAILED, type.getSimpleName() + ": its constructor failed with " + cause, cause);
    }

    @SuppressWarnings("ReturnValueIgnored") // the exception is the answer
    private static boolean isPublicIn(Class<?> type) {
        try {
            type.getConstructor();
            return Modifier.isPublic(type.getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static final class Calling extends ObjectFactory {
        private final Class<?> type;
        private final MethodHandle constructor;

        Calling(Class<?> type, MethodHandle constructor) {
            this.type = type;
            this.constructor = constructor;
        }

        @Override
        Object newInstance() {
            try {
                return constructor.invokeExact();
            } catch (Throwable e) {
                throw failed(type, e);
            }
        }
    }

    private static final class Node extends ObjectFactory {
        private final Supplier<Object> nodes;

        Node(Supplier<Object> nodes) {
            this.nodes = nodes;
        }

        @Override
        Object newInstance() {
            return nodes.get();
        }
    }

    private static final class Bare extends ObjectFactory {
        private final Class<?> type;
        private final Constructor<?> ofObject;

        Bare(Class<?> type) {
            this.type = type;
            try {
                // By name, because javac warns of each mention of the class, and no annotation suppresses that warning.
                Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
                ofObject = (Constructor<?>) factory.getMethod(
                                "newConstructorForSerialization", Class.class, Constructor.class)
                        .invoke(
                                factory.getMethod("getReflectionFactory").invoke(null),
                                type,
                                Object.class.getDeclaredConstructor());
            } catch (ClassNotFoundException e) {
                // A program on the class path may run on an image of jlink that lacks the module.
                throw new ModelException(
                        NO_CONSTRUCTOR,
                        type.getSimpleName()
                                + ": found no constructor without parameters; expected one, as this Java runtime lacks the module"
                                + " jdk.unsupported, which makes objects without calling a constructor. Give "
                                + type.getSimpleName()
                                + " one, of any visibility, or add jdk.unsupported to the modules of the runtime image",
                        e);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError("the module has this method, and Object has a constructor", e);
            }
        }

        @Override
        Object newInstance() {
            try {
                return ofObject.newInstance();
            } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
                throw failed(type, e);
            }
        }
    }
}
