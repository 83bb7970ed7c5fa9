package fi.rootrql.users;

/** A person who belongs to an organization. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public class User extends Person {
    public Organization organization;
}
