package dev.espalier.cli;

import dev.espalier.console.ConsoleOptions;
import dev.espalier.console.RemoteAccess;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Access to the console from other machines: all of it, or none. */
final class RemoteOptions {

    @Option(
            names = "--address",
            paramLabel = "A",
            description =
                    "Listen on this address or name of this machine, 0.0.0.0 for all. Other machines are admitted with"
                            + " --keystore and --console-password-env only. Default: 127.0.0.1.")
    private @Nullable String address;

    @Option(
            names = "--keystore",
            paramLabel = "FILE",
            description = "PKCS #12 file with the certificate of this machine and its private key, for TLS.")
    private @Nullable Path keystore;

    @Option(
            names = "--keystore-password-env",
            paramLabel = "NAME",
            description = "Environment variable that holds the password of the keystore.")
    private @Nullable String keystoreVariable;

    @Option(
            names = "--console-password-env",
            paramLabel = "NAME",
            description =
                    "Environment variable that holds the password that the page asks for, of 15 characters or more.")
    private @Nullable String variable;

    /** Adds the access to the options of a console. */
    ConsoleOptions addTo(ConsoleOptions options) {
        if (keystore == null && keystoreVariable == null && variable == null) {
            if (address != null && !isLoopback()) {
                throw new UsageException("--address: found " + address
                        + " without --keystore, --keystore-password-env and --console-password-env, expected TLS and a password for an"
                        + " address other than 127.0.0.1");
            }
            return options;
        }
        if (address == null || keystore == null || keystoreVariable == null || variable == null) {
            String missing = address == null
                    ? "--address"
                    : keystore == null
                            ? "--keystore"
                            : keystoreVariable == null ? "--keystore-password-env" : "--console-password-env";
            throw new UsageException(
                    missing
                            + ": found none, expected --address, --keystore, --keystore-password-env and --console-password-env together");
        }
        try {
            return options.withRemoteAccess(RemoteAccess.of(
                    address,
                    keystore,
                    value("--keystore-password-env", keystoreVariable),
                    value("--console-password-env", variable)));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static String value(String option, String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new UsageException(
                    option + ": found no environment variable '" + name + "', expected one that holds the password");
        }
        return value;
    }

    /** The console listens on 127.0.0.1 then, and on no other address of the machine's own network. */
    private boolean isLoopback() {
        try {
            return InetAddress.getByName(address).equals(InetAddress.getLoopbackAddress());
        } catch (UnknownHostException e) {
            throw new UsageException(
                    "--address: found '" + address + "', expected an address or a name of this machine");
        }
    }
}
