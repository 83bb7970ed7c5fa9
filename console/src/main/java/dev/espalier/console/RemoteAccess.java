package dev.espalier.console;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * Access to a console from other machines: an address, a certificate and a password. There is no access from other machines without TLS and without a password.
 * Immutable.
 */
public final class RemoteAccess {

    /** NIST SP 800-63B-4, 3.1.1.2: the least length of a password that is the only thing asked for. */
    private static final int SHORTEST_PASSWORD = 15;

    private final InetAddress address;
    private final Certificate certificate;
    private final Set<String> names;
    private final String password;

    private RemoteAccess(InetAddress address, Certificate certificate, Set<String> names, String password) {
        this.address = address;
        this.certificate = certificate;
        this.names = names;
        this.password = password;
    }

    /**
     * Reads the certificate, and checks everything that would keep the console from being safe.
     *
     * @param address an address or a name of this machine; {@code 0.0.0.0} or {@code ::} for all of its addresses. Browsers reach the console by this name, and by the names
     *     and addresses in the certificate, no other
     * @param keystore a PKCS #12 file, or another keystore that the JDK reads, with one private key and its certificate
     * @param keystorePassword the password of the keystore and of the key in it
     * @param password the password that the page asks for, of 15 characters or more
     * @return the access
     * @throws IllegalArgumentException if the address is unknown, the keystore cannot be read, its certificate has expired, or the password is too short
     */
    public static RemoteAccess of(String address, Path keystore, String keystorePassword, String password) {
        if (Objects.requireNonNull(password).length() < SHORTEST_PASSWORD) {
            throw new IllegalArgumentException("the password of the console: found " + password.length()
                    + " characters; expected " + SHORTEST_PASSWORD + " or more");
        }
        InetAddress found = resolved(address);
        Certificate certificate = Certificate.read(keystore, keystorePassword);
        Set<String> names = new LinkedHashSet<>();
        if (!found.isAnyLocalAddress()) {
            names.add(HostNames.of(address));
        }
        names.addAll(certificate.names());
        if (names.isEmpty()) {
            throw new IllegalArgumentException(keystore
                    + ": found no name and no address of this machine in the certificate; expected one, or another address than "
                    + address);
        }
        return new RemoteAccess(found, certificate, names, password);
    }

    private static InetAddress resolved(String address) {
        try {
            return InetAddress.getByName(address.isBlank() ? "?" : address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "address: found '" + address + "'; expected an address or a name of this machine", e);
        }
    }

    InetAddress address() {
        return address;
    }

    /** The names by which browsers may reach the console, as they stand in a URL; the first is the one of the link. */
    Set<String> names() {
        return names;
    }

    SSLContext tls() {
        return certificate.tls();
    }

    String password() {
        return password;
    }

    String link(int port) {
        return "https://" + names.iterator().next() + ":" + port + "/";
    }

    /** Returns the names only, no password. */
    @Override
    public String toString() {
        return "RemoteAccess" + names;
    }
}
