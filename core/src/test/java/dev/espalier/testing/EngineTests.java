package dev.espalier.testing;

import static org.assertj.core.api.Assertions.fail;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a test once on each engine. */
final class EngineTests implements TestTemplateInvocationContextProvider {

    private static final List<String> REQUIRED = List.of(Optional.ofNullable(System.getenv("ESPALIER_REQUIRE_ENGINES"))
            .orElse("sqlite")
            .toLowerCase(java.util.Locale.ROOT)
            .split("[, ]+"));

    private static final String EVERYWHERE = "sqlite,mysql,mariadb,postgres,tidb";

    /** What H2 and DuckDB run in every build: the values, writes, bulk loads and references of an engine. Named, they run all tests. */
    private static final Set<String> EMBEDDED_TOO = Set.of(
            "TransferContractTest",
            "ValuesContractTest",
            "UniqueContractTest",
            "WriteContractTest",
            "BulkContractTest",
            "OutcomeContractTest",
            "ListsContractTest",
            "ReferencesContractTest",
            "RollingDeployTest");

    private static final String ENGINES = "espalier.engines";

    /** {@code -Despalier.engines=sqlite,mysql} leaves the others out, silently: for a developer's short runs. */
    private static List<String> wanted(Class<?> test) {
        return named(EMBEDDED_TOO.contains(test.getSimpleName()) ? EVERYWHERE + ",h2,duckdb" : EVERYWHERE);
    }

    /**
     * The names of engines that {@code -Despalier.engines} has. An unknown one would run no test, and the build would be green.
     *
     * @param usual the names if it is not set
     */
    static List<String> named(String usual) {
        List<String> names = List.of(System.getProperty(ENGINES, usual).split("[, ]+"));
        List<String> known = Arrays.stream(Engine.values()).map(Engine::script).toList();
        for (String name : names) {
            if (!name.isEmpty() && !known.contains(name)) {
                throw new IllegalArgumentException(
                        "-D" + ENGINES + ": found '" + name + "', expected names of " + known);
            }
        }
        return names;
    }

    /** Set by the Maven profile of this name. */
    static final boolean ENDURANCE = Boolean.getBoolean("espalier.endurance");

    /** Whether TiDB runs more than {@link AlsoOnTiDb}: at night, and where {@code -Despalier.engines} names it. */
    private static final boolean ALL_ON_TIDB = ENDURANCE || named("").contains(Engine.TIDB.script());

    /** Set by {@code ci/older} for the older versions of servers, another locale and another time zone. */
    private static final boolean OLDER = Boolean.getBoolean("espalier.older");

    /** Started by the build itself, where nobody has started them. */
    private static final List<Engine> BROUGHT = List.of(Engine.MARIADB, Engine.POSTGRES);

    /** A build runs a test on one of these. */
    private static final List<Engine> EMBEDDED = List.of(Engine.H2, Engine.DUCKDB);

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    /** None of the engines that a test is about may be wanted today. */
    @Override
    public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method test = context.getRequiredTestMethod();
        OnEveryEngine about = test.getAnnotation(OnEveryEngine.class);
        List<Engine> except = List.of(about.except());
        List<String> wanted = wanted(context.getRequiredTestClass());
        Set<Engine> later = later(test, context.getRequiredTestClass());
        return Arrays.stream(about.value().length == 0 ? Engine.values() : about.value())
                .filter(engine ->
                        wanted.contains(engine.script()) && !except.contains(engine) && !later.contains(engine))
                .map(Invocation::new);
    }

    /** The engines that do not run it in a build. */
    private static Set<Engine> later(Method test, Class<?> type) {
        Set<Engine> later = EnumSet.noneOf(Engine.class);
        if (!ALL_ON_TIDB && !isForTiDb(test)) {
            later.add(Engine.TIDB);
        }
        if (!ENDURANCE && OLDER) {
            later.addAll(notWhereOlder(type));
        }
        if (isOnOneBrought() && isAboutEach(test, BROUGHT)) {
            later.addAll(BROUGHT);
            later.removeAll(Sample.among(type.getSimpleName() + "#" + test.getName(), BROUGHT));
        }
        if (isPartly() && isAboutEach(test, EMBEDDED)) {
            later.addAll(EMBEDDED);
            later.removeAll(Sample.among("embedded " + type.getSimpleName() + "#" + test.getName(), EMBEDDED));
        }
        return later;
    }

    /** The engines that do not run it beside older versions. SQLite is no older there: only the locale and the time zone differ. */
    private static Set<Engine> notWhereOlder(Class<?> type) {
        Set<Engine> engines = EnumSet.noneOf(Engine.class);
        if (type.isAnnotationPresent(EngineIndependent.class)) {
            engines.addAll(List.of(Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES));
        }
        if (!type.isAnnotationPresent(LocaleDependent.class)) {
            engines.add(Engine.SQLITE);
        }
        return engines;
    }

    /** A build runs a test on one of the servers that it brings along. */
    private static boolean isOnOneBrought() {
        return isPartly()
                && BROUGHT.stream().allMatch(engine -> System.getenv("ESPALIER_" + engine.name() + "_URL") == null);
    }

    /** Whether a test runs on a part of its engines. Who names a test, an engine or a server runs it on each. */
    private static boolean isPartly() {
        return Sample.oneOf() > 1 && System.getProperty("test") == null && System.getProperty(ENGINES) == null;
    }

    private static boolean isAboutEach(Method test, List<Engine> engines) {
        OnEveryEngine about = test.getAnnotation(OnEveryEngine.class);
        return (about.value().length == 0 || List.of(about.value()).containsAll(engines))
                && engines.stream().noneMatch(List.of(about.except())::contains);
    }

    private static boolean isForTiDb(Method test) {
        return test.isAnnotationPresent(AlsoOnTiDb.class)
                || List.of(test.getAnnotation(OnEveryEngine.class).value()).equals(List.of(Engine.TIDB));
    }

    private record Invocation(Engine engine) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int index) {
            return engine.toString();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            List<Extension> extensions = new ArrayList<>();
            extensions.add(new Presence(engine));
            // Before the supply, so that it counts the time for making and removing the database.
            extensions.add(new ContractReport.Counter(engine));
            extensions.add(new Supply(engine));
            return extensions;
        }
    }

    /** Skips, or fails where the engine is required. */
    private record Presence(Engine engine) implements ExecutionCondition, BeforeEachCallback {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            String reason = absence();
            return reason == null || REQUIRED.contains(engine.script())
                    ? ConditionEvaluationResult.enabled(engine + " is there")
                    : ConditionEvaluationResult.disabled(reason);
        }

        @Override
        public void beforeEach(ExtensionContext context) {
            String reason = absence();
            if (reason != null) {
                fail(reason + " (ESPALIER_REQUIRE_ENGINES asks for it)");
            }
        }

        private String absence() {
            return engine.isServer() ? Servers.find(engine).reason() : null;
        }
    }

    /** Makes the test's database when the parameter is asked for and removes it after the test. */
    private static final class Supply implements ParameterResolver, AfterEachCallback {

        private final Engine engine;
        private TestDatabase database;

        Supply(Engine engine) {
            this.engine = engine;
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == TestDatabase.class;
        }

        @Override
        public TestDatabase resolveParameter(ParameterContext parameter, ExtensionContext context) {
            if (database == null) {
                database = TestDatabase.create(engine);
            }
            return database;
        }

        @Override
        public void afterEach(ExtensionContext context) {
            if (database != null) {
                // A test that failed has shown what is wrong; that it also left a connection open is no news.
                database.close(context.getExecutionException().isEmpty());
            }
        }
    }
}
