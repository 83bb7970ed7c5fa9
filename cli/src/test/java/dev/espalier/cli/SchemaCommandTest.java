package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.cli.EspalierTest.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that drop for good, list programs, and change the index level. */
class SchemaCommandTest {

    /** A class of an older program. */
    static class Box {
        long id;
        String name;
        String note;
    }

    /** The same class in a newer program. */
    static final class Newer {

        private Newer() {}

        @Was("Box")
        static class Box {
            long id;
            String name;
        }
    }

    @TempDir
    private Path folder;

    private String url() {
        return "jdbc:sqlite:" + folder.resolve("boxes.db");
    }

    private Ended run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(3 > all.size() ? all.size() : 2, url());
        return EspalierTest.run(all.toArray(String[]::new));
    }

    private Ended finish(String... more) {
        List<String> all = new ArrayList<>(List.of("schema", "finish", "--classes", Path.of("target", "test-classes").toString(), "--class", Newer.Box.class.getName()));
        all.addAll(List.of(more));
        return run(all.toArray(String[]::new));
    }

    private void open() {
        try (Database older = Database.open(url(), Model.of(Box.class))) {
            Box box = new Box();
            box.note = "n";
            older.store(box);
        }
        Database.open(url(), Model.of(Newer.Box.class)).close();
    }

    @Test
    void aFinishTellsWhatIsLostAndRefusesWhileAProgramKnowsIt() {
        open();
        assertThat(finish("--plan").code()).isEqualTo(1);
        assertThat(finish("--plan").out()).contains("drop column box.note: 1 values", "ALTER TABLE");
        try (Database older = Database.open(url(), Model.of(Box.class))) {
            assertThat(older.query(Box.class, "").count()).isEqualTo(1);
            while (Database.programs(url(), Settings.defaults()).isEmpty()) { // an embedded database is told of it a little later
                Thread.onSpinWait();
            }
            assertThat(run("schema", "programs").out()).contains("process " + ProcessHandle.current().pid(), "lease ends in");
            Ended refused = finish();
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err()).contains("nothing was dropped", "process " + ProcessHandle.current().pid());
        }
        assertThat(run("schema", "programs").out()).isEqualTo("no program has it open\n");
        assertThat(finish()).satisfies(ended -> assertThat(ended.out()).endsWith("done\n"));
        assertThat(finish("--plan")).isEqualTo(new Ended(0, "nothing has to be dropped\n", ""));
    }

    @Test
    void theIndexLevelChangesWithoutClasses() {
        open();
        assertThat(run("schema", "apply", "--indexes", "none")).isEqualTo(new Ended(0, "done\n", ""));
        Database.open(url(), Model.of(Newer.Box.class), Settings.defaults().indexes(IndexLevel.NONE)).close();
        assertThat(run("schema", "apply", "--indexes", "all").err()).contains("--indexes: found all, expected none, values, relations or both");
        assertThat(run("schema", "apply").err()).contains("found no model");
    }
}
