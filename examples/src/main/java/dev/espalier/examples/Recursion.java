package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import java.util.ArrayList;
import java.util.List;

/** Questions to structures that go on and on: teams within teams. Variables, repeated steps, sums, roots. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class Recursion {

    static class Team {
        long id;
        String name;
        List<Team> teams = new ArrayList<>();
        List<Member> members = new ArrayList<>();
    }

    static class Member {
        long id;
        String name;
        String skill;
        int hours;
    }

    private Recursion() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:teams.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Team.class))) {
            db.store(company());

            List<Team> skilled = db.query(Team.class, "Q2, NO teams(Q2)")
                    .define("Q2", Team.class, "members.skill = 'sql'")
                    .list();
            System.out.println(names(skilled) + " know SQL, and none of their teams does");

            List<Team> above =
                    db.query(Team.class, "teams+.members.skill = 'sql'").list();
            System.out.println(names(above) + " have a team below that knows SQL");

            List<Team> near =
                    db.query(Team.class, "teams{1..2}.name = 'Indexes'").list();
            System.out.println(names(near) + " are one or two levels above Indexes");

            List<Team> busy =
                    db.query(Team.class, "SUM(teams*.members.hours) > 60").list();
            System.out.println(names(busy) + " work more than 60 hours, their teams included");

            List<Team> roots =
                    db.query(Team.class, "members.skill = 'sql'").topmost().list();
            System.out.println(names(roots) + " is on top of all that know SQL");

            List<Team> whole =
                    db.query(Member.class, "name = 'Cyd'").owners(Team.class).list();
            System.out.println(names(whole) + " contain Cyd somewhere");
        }
    }

    private static Team company() {
        Team indexes = team("Indexes", member("Cyd", "sql", 20));
        Team storage = team("Storage", member("Bob", "sql", 30));
        storage.teams.add(indexes);
        Team sales = team("Sales", member("Dan", "talk", 10));
        Team company = team("Company", member("Ada", "lead", 15));
        company.teams.addAll(List.of(storage, sales));
        return company;
    }

    private static Team team(String name, Member... members) {
        Team team = new Team();
        team.name = name;
        team.members.addAll(List.of(members));
        return team;
    }

    private static Member member(String name, String skill, int hours) {
        Member member = new Member();
        member.name = name;
        member.skill = skill;
        member.hours = hours;
        return member;
    }

    private static String names(List<Team> teams) {
        return String.join(", ", teams.stream().map(team -> team.name).toList());
    }
}
