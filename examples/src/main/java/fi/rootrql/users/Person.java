package fi.rootrql.users;

import java.util.ArrayList;
import java.util.List;

/** Someone with friends and cars. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public class Person {
    public String name;
    public String hobby;
    public List<Person> friends = new ArrayList<>();
    public List<Car> cars = new ArrayList<>();

    @Override
    public String toString() {
        return name;
    }
}
