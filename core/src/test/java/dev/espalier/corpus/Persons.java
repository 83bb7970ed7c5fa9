package dev.espalier.corpus;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Users with friends, organizations, cars and projects: the model of the language's published examples. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Persons {

    static final CorpusModel MODEL = new CorpusModel(
            "persons",
            List.of(
                    User.class,
                    Organization.class,
                    Car.class,
                    WagonCar.class,
                    SuperCar.class,
                    ServiceEvent.class,
                    Project.class,
                    SubProject.class),
            Persons::populate);

    static class User {
        long id;
        String name;
        String hobby;
        Integer age;
        Organization organization;
        List<User> friends = new ArrayList<>();
        List<Car> cars = new ArrayList<>();
    }

    static class Organization {
        long id;
        String name;
        LocalDate founded;
        User owner;
    }

    static class Car {
        long id;
        int modelYear;
        String plate;
        BigDecimal price;
        List<ServiceEvent> serviceEvents = new ArrayList<>();
    }

    static class WagonCar extends Car {
        int seats;
        Integer load;
        String extra;
    }

    static class SuperCar extends Car {
        int seats;
        int power;
        Integer extra;
    }

    static class ServiceEvent {
        long id;
        LocalDate day;
        int mileage;
        Organization garage;
    }

    static class Project {
        long id;
        String name;
        User leader;
        List<User> members = new ArrayList<>();
        List<SubProject> subProjects = new ArrayList<>();
    }

    static class SubProject extends Project {
        String phase;
    }

    private final Population all = new Population();

    private Persons() {}

    private static Population populate() {
        return new Persons().all();
    }

    private Population all() {
        User ada = user("ada", "Ada", "golf", 36);
        User bob = user("bob", "Bob", "slalom", 41);
        User cyd = user("cyd", "Cyd", "rally", null);
        User dan = user("dan", "Dan", null, 17);
        User eve = user("eve", "eve", "golf", 29);
        User fay = user("fay", "Fay", "rally", 41);
        User gus = user("gus", "Gus", "Golf", 36);
        Organization acme = organization("acme", "Acme", "1990-05-01", eve);
        Organization albion = organization("albion", "Albion", null, null);
        Organization beta = organization("beta", "Beta", "2001-01-31", bob);
        Organization nameless = organization("nameless", null, "1990-05-01", gus);
        ServiceEvent e1 = event("e1", "1999-12-31", 120_000, beta);
        ServiceEvent e2 = event("e2", "2001-06-15", 130_000, null);
        ServiceEvent e3 = event("e3", "1999-12-31", 40_000, acme);
        ServiceEvent e4 = event("e4", "2003-02-28", 90_000, beta);
        ServiceEvent e5 = event("e5", "2001-06-15", 7_000, albion);
        Car c71 = car("c71", new Car(), 1971, "A-1", "900", e1, e2);
        WagonCar w74 = wagon("w74", 1974, "B%2", "4500.50", 5, 500, "roof");
        SuperCar s74 = superCar("s74", 1974, "C_3", "30000", 2, 300, 1, e3);
        SuperCar s76 = superCar("s76", 1976, "c-4", "90000.00", 2, 500, null, e4);
        WagonCar w76 = wagon("w76", 1976, null, null, 7, null, null, e5);
        SuperCar s80 = superCar("s80", 1980, "D-5", "90000", 4, 400, 2);
        SubProject hatch = sub("hatch", "Hatch", null, null);
        SubProject orbiter = sub("orbiter", "Orbiter", "built", bob, hatch);
        SubProject lander = sub("lander", "Lander", "planned", cyd);
        Project apollo = project("apollo", new Project(), "Apollo", ada, orbiter, lander);
        Project gemini = project("gemini", new Project(), "Gemini", eve);
        Project mercury = project("mercury", new Project(), "Mercury", null, lander);
        SubProject ring1 = sub("ring1", "Ring 1", "built", fay);
        SubProject ring2 = sub("ring2", "Ring 2", "planned", gus, ring1);
        ring1.subProjects.add(ring2);
        sub("orphan", "Orphan", "built", null);
        ada.organization = acme;
        bob.organization = acme;
        cyd.organization = albion;
        eve.organization = beta;
        fay.organization = albion;
        gus.organization = nameless;
        // A circle of three, a friend of himself, two ways in, one without friends, a chain.
        ada.friends.add(bob);
        bob.friends.add(cyd);
        cyd.friends.addAll(List.of(ada, dan));
        dan.friends.add(dan);
        eve.friends.addAll(List.of(ada, dan));
        gus.friends.add(fay);
        ada.cars.add(s76);
        bob.cars.addAll(List.of(c71, s74));
        dan.cars.add(w76);
        eve.cars.addAll(List.of(w74, c71));
        fay.cars.add(s80);
        gus.cars.add(c71);
        apollo.members.addAll(List.of(ada, bob));
        orbiter.members.add(bob);
        hatch.members.add(dan);
        mercury.members.addAll(List.of(ada, eve));
        return all;
    }

    private User user(String name, String fullName, String hobby, Integer age) {
        User user = all.add(name, new User());
        user.name = fullName;
        user.hobby = hobby;
        user.age = age;
        return user;
    }

    private Organization organization(String name, String fullName, String founded, User owner) {
        Organization organization = all.add(name, new Organization());
        organization.name = fullName;
        organization.founded = founded == null ? null : LocalDate.parse(founded);
        organization.owner = owner;
        return organization;
    }

    private ServiceEvent event(String name, String day, int mileage, Organization garage) {
        ServiceEvent event = all.add(name, new ServiceEvent());
        event.day = LocalDate.parse(day);
        event.mileage = mileage;
        event.garage = garage;
        return event;
    }

    private <C extends Car> C car(
            String name, C car, int modelYear, String plate, String price, ServiceEvent... events) {
        all.add(name, car);
        car.modelYear = modelYear;
        car.plate = plate;
        car.price = price == null ? null : new BigDecimal(price);
        car.serviceEvents.addAll(List.of(events));
        return car;
    }

    private WagonCar wagon(
            String name,
            int modelYear,
            String plate,
            String price,
            int seats,
            Integer load,
            String extra,
            ServiceEvent... events) {
        WagonCar wagon = car(name, new WagonCar(), modelYear, plate, price, events);
        wagon.seats = seats;
        wagon.load = load;
        wagon.extra = extra;
        return wagon;
    }

    private SuperCar superCar(
            String name,
            int modelYear,
            String plate,
            String price,
            int seats,
            int power,
            Integer extra,
            ServiceEvent... events) {
        SuperCar superCar = car(name, new SuperCar(), modelYear, plate, price, events);
        superCar.seats = seats;
        superCar.power = power;
        superCar.extra = extra;
        return superCar;
    }

    private <P extends Project> P project(
            String name, P project, String title, User leader, SubProject... subProjects) {
        all.add(name, project);
        project.name = title;
        project.leader = leader;
        project.subProjects.addAll(List.of(subProjects));
        return project;
    }

    private SubProject sub(String name, String title, String phase, User leader, SubProject... subProjects) {
        SubProject sub = project(name, new SubProject(), title, leader, subProjects);
        sub.phase = phase;
        return sub;
    }
}
