package dev.espalier.promises;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One program knows all classes, others know fewer: what they do not know they do not change. */
final class FewerClasses implements Family, AutoCloseable {

    enum Change {
        /** Stores a home with dogs and cats, by the program that knows all. */
        NEW_HOME,
        /** Reads a home and changes its name. */
        RENAME,
        /** Reads a home and adds a dog to its list. */
        ADD_DOG,
        /** Reads a home and gives it another pet. */
        NEW_PET,
        DELETE_DOG,
        DELETE_HOME
    }

    private static final Model[] FEWER = {
        Model.of(Home.class, Home.Dog.class),
        Model.of(Home.class, Home.Dog.class, Home.Cat.class),
        Model.of(Home.class, Home.Dog.class, Home.Keeper.class)
    };

    private final TestDatabase database;
    private final Database all;
    private final Database observer;
    private final List<Database> fewer = new ArrayList<>();
    private final Rows rows;
    private int names;

    FewerClasses(TestDatabase database) {
        this.database = database;
        Model model = Model.of(Home.class, Home.Dog.class, Home.Cat.class, Home.Keeper.class);
        all = database.open(model, database.settings());
        observer = database.open(model, database.settings());
        for (Model some : FEWER) {
            fewer.add(opened(some));
        }
        rows = new Rows(
                database, "home_pets", "home_guests", "home_by_name", "keeper_animals", "home", "keeper", "dog", "cat");
    }

    /** Null if the database refuses to be opened so. */
    private Database opened(Model model) {
        try {
            return database.open(model, database.settings());
        } catch (EspalierException refused) {
            return null;
        }
    }

    @Override
    public List<Step> steps(Random random) {
        List<Step> steps = new ArrayList<>(List.of(new Step(0, Change.NEW_HOME, random.nextInt(64), 0)));
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            steps.add(new Step(
                    random.nextInt(Step.THREADS),
                    Change.values()[random.nextInt(Change.values().length)],
                    random.nextInt(64),
                    random.nextInt(FEWER.length)));
        }
        return steps;
    }

    @Override
    public void run(List<Step> steps) {
        try {
            names = 0;
            TreeSet<String> expected = new TreeSet<>();
            for (Step step : steps) {
                Database db = step.program() == 0 ? all : fewer.get(step.value());
                if (db == null) {
                    continue;
                }
                try {
                    expected = perform(db, step, expected);
                } catch (EspalierException refused) {
                    if (db == all) {
                        throw new Broken("P0 refused without reason (" + refused.code() + ")", refused.getMessage());
                    }
                }
                check(expected, step);
            }
        } finally {
            rows.clear();
        }
    }

    private void check(TreeSet<String> expected, Step step) {
        if (!Health.of(observer).verify().isClean()) {
            throw new Broken(
                    "P7 verify after " + step.operation() + " by program " + step.program(),
                    Health.of(observer).verify().toString());
        }
        TreeSet<String> found = state();
        if (!found.equals(expected)) {
            TreeSet<String> lost = new TreeSet<>(expected);
            lost.removeAll(found);
            found.removeAll(expected);
            throw new Broken(
                    "P7 what a program does not know has changed (" + step.operation() + " by program " + step.program()
                            + ")",
                    "lost " + lost + ", more " + found);
        }
    }

    /** Everything in the database, a fact each. */
    private TreeSet<String> state() {
        TreeSet<String> facts = new TreeSet<>();
        observer.query(Home.Animal.class, "").list().forEach(animal -> facts.add(text(animal)));
        for (Home home : observer.query(Home.class, "").list()) {
            facts.add(fact(home, "name", home.name));
            refer(facts, home, "pet", home.pet);
            home.pets.forEach(pet -> refer(facts, home, "pets", pet));
            home.guests.forEach(pet -> refer(facts, home, "guests", pet));
            home.byName.forEach((name, pet) -> refer(facts, home, "byName " + name, pet));
        }
        for (Home.Keeper keeper : observer.query(Home.Keeper.class, "").list()) {
            facts.add("keeper " + keeper.id);
            if (keeper.dog != null) {
                facts.add("keeper " + keeper.id + " dog " + text(keeper.dog));
            }
            if (keeper.home != null) {
                facts.add("keeper " + keeper.id + " home " + keeper.home.id);
            }
            keeper.animals.forEach(animal -> facts.add("keeper " + keeper.id + " animals " + text(animal)));
        }
        return facts;
    }

    private static void refer(TreeSet<String> facts, Home home, String relation, Home.Animal animal) {
        if (animal != null) {
            facts.add(fact(home, relation, text(animal)));
        }
    }

    private static String fact(Home home, String relation, String value) {
        return "home " + home.id + " " + relation + " " + value;
    }

    private static String text(Home.Animal animal) {
        return animal.getClass().getSimpleName() + " " + animal.id;
    }

    private Home.Animal animal(int bit) {
        String name = "animal " + ++names;
        return bit % 2 == 0 ? Home.Cat.named(name) : Home.Dog.named(name);
    }

    /** What has to be there afterwards. */
    private TreeSet<String> perform(Database db, Step step, TreeSet<String> before) {
        TreeSet<String> expected = new TreeSet<>(before);
        switch ((Change) step.operation()) {
            case NEW_HOME -> {
                if (db == all) {
                    newHome(step.what());
                    return state();
                }
            }
            case RENAME ->
                home(db, step).ifPresent(home -> {
                    expected.remove(fact(home, "name", home.name));
                    home.name = "name " + ++names;
                    expected.add(fact(home, "name", home.name));
                    db.store(home);
                });
            case ADD_DOG ->
                home(db, step).ifPresent(home -> {
                    Home.Dog dog = Home.Dog.named("dog " + ++names);
                    home.pets.add(dog);
                    db.store(home);
                    expected.add(text(dog));
                    refer(expected, home, "pets", dog);
                });
            case NEW_PET ->
                home(db, step).ifPresent(home -> {
                    Home.Dog dog = Home.Dog.named("dog " + ++names);
                    home.pet = dog;
                    db.store(home);
                    expected.removeIf(fact -> fact.startsWith(fact(home, "pet", "")));
                    expected.add(text(dog));
                    refer(expected, home, "pet", dog);
                });
            case DELETE_DOG -> {
                List<Home.Dog> dogs = db.query(Home.Dog.class, "ORDER BY id").list();
                if (!dogs.isEmpty()) {
                    Home.Dog dog = dogs.get(step.what() % dogs.size());
                    String text = text(dog);
                    db.delete(dog);
                    expected.removeIf(fact -> fact.equals(text) || fact.endsWith(" " + text));
                }
            }
            default ->
                home(db, step).ifPresent(home -> {
                    String prefix = "home " + home.id + " ";
                    String keeper = " home " + home.id;
                    db.delete(home);
                    expected.removeIf(fact -> fact.startsWith(prefix) || fact.endsWith(keeper));
                });
        }
        return expected;
    }

    private void newHome(int bits) {
        Home home = new Home();
        home.name = "name " + ++names;
        home.pet = animal(bits);
        home.pets.add(animal(bits >> 1));
        home.pets.add(animal(bits >> 2));
        home.guests.add(animal(bits >> 3));
        home.byName.put("one", animal(bits >> 4));
        Home.Keeper keeper = new Home.Keeper();
        keeper.home = home;
        keeper.dog = Stream.concat(home.pets.stream(), Stream.of(home.pet))
                .filter(Home.Dog.class::isInstance)
                .map(Home.Dog.class::cast)
                .findFirst()
                .orElse(null);
        keeper.animals.addAll(home.pets);
        all.storeAll(List.of(home, keeper));
    }

    private static Optional<Home> home(Database db, Step step) {
        List<Home> homes = db.query(Home.class, "ORDER BY id").list();
        return homes.isEmpty() ? Optional.empty() : Optional.of(homes.get(step.what() % homes.size()));
    }

    @Override
    public void close() {
        rows.close();
    }
}
