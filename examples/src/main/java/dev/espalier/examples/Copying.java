package dev.espalier.examples;

import dev.espalier.Settings;
import dev.espalier.transfer.Transfer;

/** A database is copied to another engine. */
public final class Copying {

    private Copying() {}

    /**
     * Copies a database.
     *
     * @param url the URL of a database
     * @param otherUrl the URL of one without objects
     */
    public static void run(String url, String otherUrl) {
        Transfer.Result copied = new Transfer().copy(url, Settings.defaults(), otherUrl, Settings.defaults());
        System.out.println(copied.objects() + " objects, checksum " + copied.checksum());
    }
}
