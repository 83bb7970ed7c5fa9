package fi.rootrql.users;

/** An organization to which users belong. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public class Organization {
    public String name;

    @Override
    public String toString() {
        return name;
    }
}
