package dev.espalier.corpus;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A library: people and works below abstract classes, an interface for all that is lent, loans that are records with an id. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Library {

    static final CorpusModel MODEL = new CorpusModel(
            "library",
            List.of(
                    Person.class,
                    Author.class,
                    Agent.class,
                    Reader.class,
                    Lendable.class,
                    Work.class,
                    Novel.class,
                    Manual.class,
                    Game.class,
                    Loan.class),
            Library::populate);

    abstract static class Person {
        long id;
        String name;
        LocalDate born;
    }

    static class Author extends Person {
        List<Work> works = new ArrayList<>();
        Agent agent;
    }

    static class Agent extends Person {
        String agency;
        List<Author> clients = new ArrayList<>();
    }

    static class Reader extends Person {
        boolean student;
        List<Loan> loans = new ArrayList<>();
    }

    interface Lendable {}

    abstract static class Work implements Lendable {
        long id;
        String title;
        Integer published;
        Author author;
    }

    static class Novel extends Work {
        int pages;
        Novel sequelOf;
    }

    static class Manual extends Work {
        int pages;
        String subject;
    }

    static class Game implements Lendable {
        long id;
        String title;
        Integer players;
    }

    /** An object, not a part of its reader: it has an id. */
    record Loan(long id, Lendable item, LocalDate due, LocalDate returned) {}

    private final Population all = new Population();

    private Library() {}

    private static Population populate() {
        return new Library().all();
    }

    private Population all() {
        Author jane = person("jane", new Author(), "Jane", "1775-12-16");
        Author leo = person("leo", new Author(), "Leo", "1828-09-09");
        Author ursula = person("ursula", new Author(), "Ursula", "1929-10-21");
        Author anon = person("anon", new Author(), null, null);
        Agent max = person("max", new Agent(), "Max", "1990-05-01");
        Agent ivy = person("ivy", new Agent(), "Ivy", "1985-02-28");
        Reader tom = person("tom", new Reader(), "Tom", "2001-01-31");
        Reader una = person("una", new Reader(), "una", "1929-10-21");
        Reader vic = person("vic", new Reader(), "Vic", null);
        person("wim", new Reader(), "Wim", "2001-02-01");
        Novel emma = novel("emma", "Emma", 1815, jane, 474, null);
        novel("sanditon", "Sanditon", null, jane, 110, emma);
        Novel war = novel("war", "War and Peace", 1869, leo, 1225, null);
        Novel wizard = novel("wizard", "A Wizard of Earthsea", 1968, ursula, 205, null);
        Novel tombs = novel("tombs", "The Tombs of Atuan", 1971, ursula, 180, wizard);
        Novel shore = novel("shore", "The Farthest Shore", 1972, ursula, 259, tombs);
        Manual steering = manual("steering", "Steering the Craft", 1998, ursula, 162, "writing");
        Manual repair = manual("repair", "Repair", 1971, null, 300, "cars");
        Game chess = game("chess", "Chess", 2);
        Game patience = game("patience", null, 1);
        Loan l1 = all.add("l1", new Loan(0, emma, LocalDate.parse("2026-01-10"), LocalDate.parse("2026-01-09")));
        Loan l2 = all.add("l2", new Loan(0, war, LocalDate.parse("2026-01-10"), null));
        Loan l3 = all.add("l3", new Loan(0, chess, LocalDate.parse("2026-02-01"), LocalDate.parse("2026-02-03")));
        Loan l4 = all.add("l4", new Loan(0, repair, null, null));
        Loan l5 = all.add("l5", new Loan(0, null, LocalDate.parse("2026-01-10"), null));
        all.add("l6", new Loan(0, patience, LocalDate.parse("2026-03-01"), null));
        jane.works.add(emma);
        leo.works.add(war);
        // Wrote the manual before the others; the last one is missing here.
        ursula.works.addAll(List.of(steering, wizard, tombs));
        jane.agent = max;
        leo.agent = ivy;
        ursula.agent = ivy;
        max.agency = "Ink";
        max.clients.addAll(List.of(jane, leo));
        ivy.clients.add(ursula);
        tom.student = true;
        vic.student = true;
        tom.loans.addAll(List.of(l1, l2));
        una.loans.add(l3);
        vic.loans.addAll(List.of(l4, l5));
        return all;
    }

    private <P extends Person> P person(String name, P person, String fullName, String born) {
        all.add(name, person);
        person.name = fullName;
        person.born = born == null ? null : LocalDate.parse(born);
        return person;
    }

    private <W extends Work> W work(String name, W work, String title, Integer published, Author author) {
        all.add(name, work);
        work.title = title;
        work.published = published;
        work.author = author;
        return work;
    }

    private Novel novel(String name, String title, Integer published, Author author, int pages, Novel sequelOf) {
        Novel novel = work(name, new Novel(), title, published, author);
        novel.pages = pages;
        novel.sequelOf = sequelOf;
        return novel;
    }

    private Manual manual(String name, String title, Integer published, Author author, int pages, String subject) {
        Manual manual = work(name, new Manual(), title, published, author);
        manual.pages = pages;
        manual.subject = subject;
        return manual;
    }

    private Game game(String name, String title, Integer players) {
        Game game = all.add(name, new Game());
        game.title = title;
        game.players = players;
        return game;
    }
}
