package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Keystores with certificates of their own signature, made by the JDK's keytool. */
final class Keystores {

    static final String PASSWORD = "of the keystore";

    private Keystores() {}

    /** An address of this machine by which others reach it; the loopback address where there is no network. */
    static String address() throws Exception {
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(one.getInetAddresses())) {
                if (one.isUp()
                        && !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress()
                        && !address.getHostAddress().contains(":")) {
                    return address.getHostAddress();
                }
            }
        }
        return "127.0.0.1";
    }

    /** Makes one with a key and its certificate, under the alias {@code console}. */
    static Path make(Path file, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "console",
                "-dname",
                "CN=console",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return file;
    }

    /** Another file with the same certificate: its private key once, twice, or not at all. */
    static Path copy(Path of, Path file, int keys) throws Exception {
        KeyStore from = read(of);
        KeyStore to = KeyStore.getInstance("PKCS12");
        to.load(null, null);
        for (int i = 0; i < keys; i++) {
            to.setKeyEntry(
                    "console" + i,
                    from.getKey("console", PASSWORD.toCharArray()),
                    PASSWORD.toCharArray(),
                    from.getCertificateChain("console"));
        }
        if (keys == 0) {
            to.setCertificateEntry("console", from.getCertificate("console"));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            to.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    private static KeyStore read(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    /** Sockets of a client that trusts the certificate in a keystore, and no other. */
    static SocketFactory trusting(Path keystore) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("console", read(keystore).getCertificate("console"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls.getSocketFactory();
    }
}
