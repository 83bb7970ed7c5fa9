package fi.rootrql.users;

/** A person who belongs to an organization. */
public class User extends Person {
    public Organization organization;
}
