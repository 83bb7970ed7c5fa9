package dev.espalier.corpus;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** An organisation whose circles run through several classes: a unit has staff, and a manager among them leads a unit. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Units {

    static final CorpusModel MODEL =
            new CorpusModel("units", List.of(Unit.class, Employee.class, Manager.class), Units::populate);

    static class Unit {
        long id;
        String name;
        Long budget;
        List<Employee> staff = new ArrayList<>();
    }

    static class Employee {
        long id;
        String name;
        Integer salary;
        LocalDate since;
        Employee mentor;
    }

    static class Manager extends Employee {
        Unit leads;
    }

    private final Population all = new Population();

    private Units() {}

    private static Population populate() {
        return new Units().all();
    }

    private Population all() {
        Unit board = unit("board", 1_000L);
        Unit sales = unit("sales", 500L);
        Unit tech = unit("tech", 500L);
        Unit north = unit("north", null);
        unit("south", 0L);
        Unit island = unit("island", 50L);
        Manager ann = manager("ann", 90, "2010-01-01", null, sales);
        Manager ben = manager("ben", 90, "2012-06-30", ann, tech);
        Manager cat = manager("cat", 60, "2012-06-30", ann, north);
        Employee dov = employee("dov", new Employee(), 40, null, cat);
        // Leads the unit that hers belongs to.
        Manager eli = manager("eli", 60, "2009-03-01", ben, board);
        Employee fin = employee("fin", new Employee(), null, "2020-02-29", dov);
        Manager gil = manager("gil", 30, "2020-02-29", null, island);
        gil.mentor = gil;
        manager("hal", 30, null, gil, null);
        board.staff.addAll(List.of(ann, ben));
        sales.staff.addAll(List.of(cat, dov));
        tech.staff.addAll(List.of(eli, dov));
        north.staff.add(fin);
        island.staff.add(gil);
        return all;
    }

    private Unit unit(String name, Long budget) {
        Unit unit = all.add(name, new Unit());
        unit.name = name;
        unit.budget = budget;
        return unit;
    }

    private <E extends Employee> E employee(String name, E employee, Integer salary, String since, Employee mentor) {
        all.add(name, employee);
        employee.name = name;
        employee.salary = salary;
        employee.since = since == null ? null : LocalDate.parse(since);
        employee.mentor = mentor;
        return employee;
    }

    private Manager manager(String name, Integer salary, String since, Employee mentor, Unit leads) {
        Manager manager = employee(name, new Manager(), salary, since, mentor);
        manager.leads = leads;
        return manager;
    }
}
