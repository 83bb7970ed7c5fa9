package fi.rootrql.users;

/** What users belong to. */
public class Organization {
    public String name;

    @Override
    public String toString() {
        return name;
    }
}
