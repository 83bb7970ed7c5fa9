package fi.rootrql.users;

/** A car of a year. */
public class Car {
    public int modelYear;
}
