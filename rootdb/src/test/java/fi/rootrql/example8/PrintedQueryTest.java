package fi.rootrql.example8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.rootdb.Query;
import dev.espalier.rootdb.RootDb;
import dev.espalier.rootdb.RootStore;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** The query of the published reports on the object model, as they print it: without {@code setParts}, and answered with complete structures. */
@EngineIndependent
class PrintedQueryTest {

    @OnEveryEngine
    void printedQueryReturnsCompleteStructures(TestDatabase database) {
        RootDb rdb = RootDb.of(database.open(M1.class));
        rdb.database().storeAll(List.of(m1(1, 976, 50, 770), m1(2, 976, 50, 771), m1(3, 975, 50, 770)));

        RootStore r2 = rdb.getRootStore("fi.rootrql.example8.M1");
        Query query =
                Query.createQuery().addQ1Query(r2, "(m2.n3.value = 976, m2.m3.s4.value = 50, m2.n3.m4.value = 770)");
        List<M1> list = query.queryQ1Objects();
        rdb.close();

        assertThat(list).extracting(root -> root.value).containsExactly(1);
        M2 m2 = list.get(0).m2.get(0);
        assertThat(m2.n3.value).isEqualTo(976);
        assertThat(m2.n3.m4.value).isEqualTo(770);
        assertThat(m2.m3)
                .singleElement()
                .satisfies(m3 -> assertThat(m3.s4.value).isEqualTo(50));
    }

    private static M1 m1(int value, int n3, int s4, int m4) {
        M1 root = new M1();
        root.value = value;
        M2 m2 = new M2();
        root.m2.add(m2);
        m2.n3.value = n3;
        m2.n3.m4.value = m4;
        M3 m3 = new M3();
        m3.s4.value = s4;
        m2.m3.add(m3);
        return root;
    }
}

class M1 {
    int value;
    List<M2> m2 = new ArrayList<>();
}

class M2 {
    List<M3> m3 = new ArrayList<>();
    N3 n3 = new N3();
}

class M3 {
    S4 s4 = new S4();
}

class N3 {
    int value;
    M4 m4 = new M4();
}

class M4 {
    int value;
}

class S4 {
    int value;
}
