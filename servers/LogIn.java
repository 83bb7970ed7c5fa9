import java.sql.DriverManager;
import java.util.Properties;

/** Logs in as servers/test's user (password in the environment), and looks whether the data folder is the one it wrote to before. */
class LogIn {
    public static void main(String[] arguments) throws Exception {
        var settings = new Properties();
        settings.setProperty("user", "espalier");
        settings.setProperty("password", System.getenv("PASSWORD"));
        try (var connection = DriverManager.getConnection(arguments[0], settings); var statement = connection.createStatement()) {
            switch (arguments[1]) {
                case "keeps" -> {
                    statement.execute("create table kept (a int)");
                    statement.execute("create database espalier_log_in"); // a test class makes one for itself
                    statement.execute("drop database espalier_log_in");
                }
                case "finds" -> statement.executeQuery("select a from kept");
                case "forgets" -> statement.execute("create table kept (a int)"); // fails if there is one
                default -> throw new IllegalArgumentException(arguments[1]);
            }
        }
        System.out.println(arguments[1]);
    }
}
