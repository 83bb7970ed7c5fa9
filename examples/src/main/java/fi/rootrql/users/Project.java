package fi.rootrql.users;

import java.util.ArrayList;
import java.util.List;

/** What consists of others, which consist of others. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public class Project {
    public String name;
    public List<SubProject> subProjects = new ArrayList<>();

    @Override
    public String toString() {
        return name;
    }
}
