package dev.espalier.lab.target;

import java.util.Objects;
import java.util.Optional;

/**
 * The address of a server.
 *
 * @param url without user and password
 * @param user the account, empty if none is needed
 * @param password the account's password
 * @param server the script that manages the server, if the lab may restart it
 */
public record ServerAddress(String url, String user, Password password, Optional<ServerScript> server) {

    /** Checks that all parts are there. */
    public ServerAddress {
        Objects.requireNonNull(url);
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
        Objects.requireNonNull(server);
    }
}
