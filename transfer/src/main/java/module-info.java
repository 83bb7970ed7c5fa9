/** Whole databases on their way: to another engine, to files, and from files; and their checksums. */
module dev.espalier.transfer {
    requires transitive dev.espalier;
    requires static transitive org.jspecify;
    requires java.sql;
    requires com.fasterxml.jackson.core;
    requires roaringbitmap;

    exports dev.espalier.transfer;
}
