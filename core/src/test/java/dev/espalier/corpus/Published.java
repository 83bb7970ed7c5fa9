package dev.espalier.corpus;

import java.util.ArrayList;
import java.util.List;

/** The twelve classes of the published benchmark: lists from one number to the next, references from one letter to another. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Published {

    static final CorpusModel MODEL = new CorpusModel(
            "published",
            List.of(
                    N1.class, N2.class, N3.class, N4.class, M1.class, M2.class, M3.class, M4.class, S1.class, S2.class,
                    S3.class, S4.class),
            Published::populate);

    static class N1 {
        long id;
        int value;
        List<N2> n2 = new ArrayList<>();
        M2 m2;
    }

    static class N2 {
        long id;
        int value;
        List<N3> n3 = new ArrayList<>();
    }

    static class N3 {
        long id;
        int value;
        List<N4> n4 = new ArrayList<>();
        M4 m4;
    }

    static class N4 {
        long id;
        int value;
    }

    static class M1 {
        long id;
        int value;
        List<M2> m2 = new ArrayList<>();
    }

    static class M2 {
        long id;
        int value;
        List<M3> m3 = new ArrayList<>();
        N3 n3;
    }

    static class M3 {
        long id;
        int value;
        List<M4> m4 = new ArrayList<>();
        S4 s4;
    }

    static class M4 {
        long id;
        int value;
    }

    static class S1 {
        long id;
        int value;
        List<S2> s2 = new ArrayList<>();
    }

    static class S2 {
        long id;
        int value;
        List<S3> s3 = new ArrayList<>();
        M3 m3;
    }

    static class S3 {
        long id;
        int value;
        List<S4> s4 = new ArrayList<>();
    }

    static class S4 {
        long id;
        int value;
    }

    private final Population all = new Population();

    private Published() {}

    private static Population populate() {
        return new Published().all();
    }

    private Population all() {
        N4 n4a = n4("n4a", 1);
        N4 n4b = n4("n4b", 2);
        N4 n4c = n4("n4c", 3);
        M4 m4a = m4("m4a", 770);
        M4 m4b = m4("m4b", 771);
        M4 m4c = m4("m4c", 50);
        S4 s4a = s4("s4a", 50);
        S4 s4b = s4("s4b", 51);
        S4 s4c = s4("s4c", 976);
        N3 n3a = n3("n3a", 976, m4a, n4a);
        N3 n3b = n3("n3b", 976, m4b, n4a, n4b);
        N3 n3c = n3("n3c", 975, m4a);
        N3 n3d = n3("n3d", 977, null, n4c);
        M3 m3a = m3("m3a", 1, s4a, m4b);
        M3 m3b = m3("m3b", 2, s4b, m4a, m4c);
        M3 m3c = m3("m3c", 3, null);
        M2 m2a = m2("m2a", 10, n3a, m3a);
        M2 m2b = m2("m2b", 20, n3b, m3b);
        M2 m2c = m2("m2c", 30, n3c, m3a, m3b);
        M2 m2d = m2("m2d", 40, n3c);
        M2 m2e = m2("m2e", 50, null, m3c);
        // The whole query in one m2; in two of them; without 50; without 976; nothing; one m2 twice; ends too early.
        m1("m1a", 1, m2a);
        m1("m1b", 2, m2b, m2c);
        m1("m1c", 3, m2b);
        m1("m1d", 4, m2c, m2d);
        m1("m1e", 5);
        m1("m1f", 6, m2a, m2a);
        m1("m1g", 7, m2e);
        N2 n2a = n2("n2a", 1, n3a, n3b);
        N2 n2b = n2("n2b", 2, n3d);
        n2("n2c", 3);
        n1("n1a", 1, m2a, n2a);
        n1("n1b", 2, m2e, n2a, n2b);
        n1("n1c", 3, null);
        S3 s3a = s3("s3a", 1, s4a, s4b);
        S3 s3b = s3("s3b", 2, s4c);
        s3("s3c", 3);
        S2 s2a = s2("s2a", 1, m3a, s3a);
        S2 s2b = s2("s2b", 2, m3c, s3b, s3a);
        s2("s2c", 3, null);
        s1("s1a", 1, s2a, s2b);
        s1("s1b", 2, s2b);
        s1("s1c", 3);
        return all;
    }

    private void n1(String name, int value, M2 m2, N2... n2) {
        N1 n1 = all.add(name, new N1());
        n1.value = value;
        n1.n2.addAll(List.of(n2));
        n1.m2 = m2;
    }

    private N2 n2(String name, int value, N3... n3) {
        N2 n2 = all.add(name, new N2());
        n2.value = value;
        n2.n3.addAll(List.of(n3));
        return n2;
    }

    private N3 n3(String name, int value, M4 m4, N4... n4) {
        N3 n3 = all.add(name, new N3());
        n3.value = value;
        n3.n4.addAll(List.of(n4));
        n3.m4 = m4;
        return n3;
    }

    private N4 n4(String name, int value) {
        N4 n4 = all.add(name, new N4());
        n4.value = value;
        return n4;
    }

    private void m1(String name, int value, M2... m2) {
        M1 m1 = all.add(name, new M1());
        m1.value = value;
        m1.m2.addAll(List.of(m2));
    }

    private M2 m2(String name, int value, N3 n3, M3... m3) {
        M2 m2 = all.add(name, new M2());
        m2.value = value;
        m2.m3.addAll(List.of(m3));
        m2.n3 = n3;
        return m2;
    }

    private M3 m3(String name, int value, S4 s4, M4... m4) {
        M3 m3 = all.add(name, new M3());
        m3.value = value;
        m3.m4.addAll(List.of(m4));
        m3.s4 = s4;
        return m3;
    }

    private M4 m4(String name, int value) {
        M4 m4 = all.add(name, new M4());
        m4.value = value;
        return m4;
    }

    private void s1(String name, int value, S2... s2) {
        S1 s1 = all.add(name, new S1());
        s1.value = value;
        s1.s2.addAll(List.of(s2));
    }

    private S2 s2(String name, int value, M3 m3, S3... s3) {
        S2 s2 = all.add(name, new S2());
        s2.value = value;
        s2.s3.addAll(List.of(s3));
        s2.m3 = m3;
        return s2;
    }

    private S3 s3(String name, int value, S4... s4) {
        S3 s3 = all.add(name, new S3());
        s3.value = value;
        s3.s4.addAll(List.of(s4));
        return s3;
    }

    private S4 s4(String name, int value) {
        S4 s4 = all.add(name, new S4());
        s4.value = value;
        return s4;
    }
}
