package dev.espalier.examples;

import dev.espalier.Model;
import dev.espalier.rootdb.Query;
import dev.espalier.rootdb.RootDb;
import dev.espalier.rootdb.RootStore;
import fi.rootrql.users.Car;
import fi.rootrql.users.Organization;
import fi.rootrql.users.Person;
import fi.rootrql.users.Project;
import fi.rootrql.users.SubProject;
import fi.rootrql.users.SuperCar;
import fi.rootrql.users.User;
import java.util.List;

/** The queries of the RootRQL publications, as they were printed. */
public final class PublishedQueries {

    private PublishedQueries() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:users.db");
    }

    static void run(String url) {
        RootDb rdb = RootDb.open(url, Model.of(User.class, SuperCar.class, SubProject.class));
        rdb.database().storeAll(objects());
        variables(rdb);
        recursion(rdb);
        objectModel(rdb);
        cars(rdb);
        roots(rdb);
        rdb.close();
    }

    private static void variables(RootDb rdb) {
        RootStore r1 = rdb.getRootStore("fi.rootrql.users.User");
        RootStore r2 = rdb.getRootStore("fi.rootrql.users.Organization");
        Query query =
                Query.createQuery().addQ1Query(r1, "(organization IN (Q2))").addQ2Query(r2, "(name MATCH 'A%')");
        List<User> list = query.queryQ1Objects();
        System.out.println(list + " are in organizations with A");
    }

    private static void recursion(RootDb rdb) {
        RootStore r1 = rdb.getRootStore("fi.rootrql.users.Person");
        Query query = Query.createQuery().setParts(true).addQ1Query(r1, "(friends.friends.friends.hobby = 'golf')");
        List<Person> list = query.queryQ1Objects();
        System.out.println(list + " know golfers at third hand, first through " + list.get(0).friends);
    }

    private static void objectModel(RootDb rdb) {
        RootStore r2 = rdb.getRootStore("fi.rootrql.users.Organization");
        Query query = Query.createQuery().addQ1Query(r2, "(name MATCH 'A%')").setResolveObjectModel(true);
        query.queryQ1Objects();
        List<User> list = r2.transferObjectList("fi.rootrql.users.User");
        System.out.println(list + " lead to organizations with A");
    }

    private static void cars(RootDb rdb) {
        RootStore r1 = rdb.getRootStore("fi.rootrql.users.Person");
        Query query = Query.createQuery().addQ1Query(r1, "(cars[SuperCar].modelYear IN (1976, (1970..1974]))");
        List<Person> list = query.queryQ1Objects();
        System.out.println(list + " have super cars of 1976 or 1971 to 1974");
    }

    private static void roots(RootDb rdb) {
        RootStore r1 = rdb.getRootStore("fi.rootrql.users.Project");
        Query query = Query.createQuery().addQ1Query(r1, "(name = 'tiles')").setResolveRoots(true);
        List<Project> list = query.queryQ1Objects();
        System.out.println(list + " consists of tiles");

        RootStore r2 = rdb.getRootStore("fi.rootrql.users.Person");
        Query circle = Query.createQuery()
                .addQ1Query(r2, "(name = 'Bob')")
                .setQ1ResolveRoots(true)
                .setQ1ResolveCycles(true);
        List<Person> members = circle.queryQ1Objects();
        System.out.println(members + " are a circle of friends");
    }

    // ---- the objects

    /** Ada, Bob and Cyd know each other in a circle; Dan knows nobody. */
    private static List<Object> objects() {
        Organization acme = new Organization();
        acme.name = "Acme";
        Organization beta = new Organization();
        beta.name = "Beta";
        User ada = user("Ada", "golf", acme);
        User bob = user("Bob", "slalom", beta);
        User cyd = user("Cyd", "rally", beta);
        User dan = user("Dan", "chess", beta);
        ada.friends.add(bob);
        bob.friends.add(cyd);
        cyd.friends.add(ada);
        ada.cars.add(car(new SuperCar(), 1974));
        bob.cars.add(car(new Car(), 1976));
        cyd.cars.add(car(new SuperCar(), 1970));
        dan.cars.add(car(new SuperCar(), 1976));
        return List.of(
                ada,
                bob,
                cyd,
                dan,
                project(new Project(), "house", project(new SubProject(), "roof", project(new SubProject(), "tiles"))));
    }

    private static User user(String name, String hobby, Organization organization) {
        User user = new User();
        user.name = name;
        user.hobby = hobby;
        user.organization = organization;
        return user;
    }

    private static <C extends Car> C car(C car, int modelYear) {
        car.modelYear = modelYear;
        return car;
    }

    private static <P extends Project> P project(P project, String name, SubProject... parts) {
        project.name = name;
        project.subProjects.addAll(List.of(parts));
        return project;
    }
}
