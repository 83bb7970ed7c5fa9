package dev.espalier.contract.transfer;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Settings;
import dev.espalier.contract.programs.PausedWritersContractTest;
import dev.espalier.contract.programs.StoppedProgram;
import dev.espalier.testing.Faults;
import dev.espalier.transfer.Transfer;
import java.nio.file.Path;

/** A program that imports a letter, or copies one. */
final class StoppedTransfer extends StoppedProgram {

    /** A way of writing a letter. */
    enum Carrying implements Road {
        IMPORT,
        COPY;

        @Override
        public int letters() {
            return 1;
        }

        @Override
        public String refusals() {
            return Road.super.refusals() + "|not-empty";
        }
    }

    private StoppedTransfer(String[] arguments) {
        super(arguments);
    }

    /** @param arguments the engine and the URL */
    public static void main(String[] arguments) throws Exception {
        new StoppedTransfer(arguments).run();
    }

    @Override
    protected String write(Faults faults, String through, String road, int place, Path folder) {
        boolean isImport = Carrying.valueOf(road) == Carrying.IMPORT;
        String source = "jdbc:sqlite:" + folder.resolve("source.db");
        try (Database db = Database.open(
                source, PausedWritersContractTest.OLDER, Settings.defaults().indexes(IndexLevel.NONE))) {
            db.store(PausedWritersContractTest.letter(PausedWritersContractTest.tag(db), 1));
        }
        Path exported = folder.resolve("exported");
        if (isImport) {
            new Transfer().export(source, Settings.defaults(), exported);
            Database.open(url, PausedWritersContractTest.OLDER, settings()).close();
        }
        faults.before(place, () -> pause(null));
        return outcome(faults, () -> {
            if (isImport) {
                new Transfer().importFrom(through, settings(), exported);
            } else {
                new Transfer().copy(source, Settings.defaults(), through, settings());
            }
        });
    }
}
