package dev.espalier.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The certificate of a console, with its private key. It is valid now. */
record Certificate(SSLContext tls, Set<String> names) {

    /** RFC 5280, 4.2.1.6: the kinds of subject alternative names. */
    private static final int DNS_NAME = 2;

    private static final int IP_ADDRESS = 7;

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if the file is missing or damaged, the password is wrong, there is not one key, or the certificate is not valid now
     */
    static Certificate read(Path keystore, String password) {
        if (!Files.isRegularFile(keystore) || !Files.isReadable(keystore)) {
            throw new IllegalArgumentException(
                    keystore + ": found no file that can be read; expected a keystore of the type PKCS #12");
        }
        char[] secret = password.toCharArray();
        try {
            KeyStore store = KeyStore.getInstance(keystore.toFile(), secret);
            X509Certificate certificate = only(keystore, store);
            certificate.checkValidity();
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, secret);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keys.getKeyManagers(), null, null);
            return new Certificate(tls, names(certificate));
        } catch (CertificateExpiredException e) {
            throw new IllegalArgumentException(keystore + ": the certificate has expired: " + e.getMessage(), e);
        } catch (CertificateNotYetValidException e) {
            throw new IllegalArgumentException(keystore + ": the certificate is not yet valid: " + e.getMessage(), e);
        } catch (IOException e) {
            // The JDK says by the cause that the password is wrong.
            throw new IllegalArgumentException(
                    keystore + ": "
                            + (e.getCause() instanceof UnrecoverableKeyException
                                    ? "the password of the keystore is wrong"
                                    : "found no keystore: " + e.getMessage()),
                    e);
        } catch (UnrecoverableKeyException e) {
            throw new IllegalArgumentException(
                    keystore + ": the password of the key is wrong; expected that of the keystore", e);
        } catch (KeyStoreException e) {
            throw new IllegalArgumentException(keystore + ": found no keystore; expected one of the type PKCS #12", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(keystore + ": " + e.getMessage(), e);
        }
    }

    private static X509Certificate only(Path keystore, KeyStore store) throws KeyStoreException {
        List<String> keys = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate) {
                keys.add(alias);
            }
        }
        if (keys.size() != 1) {
            throw new IllegalArgumentException(
                    keystore + ": found " + keys.size() + " private keys with a certificate; expected one");
        }
        return (X509Certificate) store.getCertificate(keys.get(0));
    }

    /** A name with a wildcard names no machine. */
    private static Set<String> names(X509Certificate certificate) throws CertificateParsingException {
        Set<String> names = new LinkedHashSet<>();
        var alternatives = certificate.getSubjectAlternativeNames();
        if (alternatives != null) {
            for (List<?> alternative : alternatives) {
                Object kind = alternative.get(0);
                if (alternative.get(1) instanceof String name
                        && (kind.equals(DNS_NAME) || kind.equals(IP_ADDRESS))
                        && !name.contains("*")) {
                    names.add(HostNames.of(name));
                }
            }
        }
        return names;
    }
}
