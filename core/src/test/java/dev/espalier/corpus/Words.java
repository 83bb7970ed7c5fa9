package dev.espalier.corpus;

import java.util.ArrayList;
import java.util.List;

/** Names that could be something else: keywords of the language and of SQL, letters beyond ASCII, two classes of one name. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Words {

    static final CorpusModel MODEL = new CorpusModel(
            "words", List.of(Select.class, plain.class, Left.Item.class, Right.Item.class), Words::populate);

    static class Select {
        long id;
        int order;
        Integer not;
        Integer in;
        String match;
        Integer is;
        Integer count;
        Integer limit;
        Integer Q2;
        Integer Qx;
        String größe;
        String 名前;
        Integer $x_1;
        Select all;
        Select any;
        Select NULL;
        Select Value;
        Select sum;
        List<Select> no = new ArrayList<>();
        List<Select> avg = new ArrayList<>();
        List<Integer> max = new ArrayList<>();
        Left.Item left;
        Right.Item right;
    }

    static class plain {
        long id;
        Integer rank;
        List<Select> picks = new ArrayList<>();
    }

    static final class Left {
        static class Item {
            long id;
            String name;
        }
    }

    static final class Right {
        static class Item {
            long id;
            Integer name;
        }
    }

    private final Population all = new Population();

    private Words() {}

    private static Population populate() {
        return new Words().all();
    }

    private Population all() {
        Left.Item left = all.add("left", new Left.Item());
        left.name = "x";
        Right.Item right = all.add("right", new Right.Item());
        right.name = 7;
        Select a = select("a", 1, 2, 3, "m%", "Übermaß", "😀");
        Select b = select("b", 2, null, 4, "M", "uebermass", "名");
        Select c = select("c", 3, 2, null, null, null, " ");
        Select d = select("d", 4, 1, 3, "m", "ÜBERMASS", null);
        a.is = 1;
        b.is = 5;
        a.count = 3;
        b.count = 1;
        c.count = 3;
        a.limit = 5;
        b.limit = 1;
        a.Q2 = 2;
        c.Q2 = 1;
        b.Qx = 4;
        c.Qx = 5;
        b.$x_1 = 8;
        c.$x_1 = 9;
        a.all = b;
        c.all = a;
        a.any = a;
        b.any = c;
        c.NULL = b;
        b.NULL = a;
        a.Value = b;
        a.sum = c;
        c.sum = a;
        b.avg.addAll(List.of(a, d));
        a.no.addAll(List.of(b, c));
        b.no.add(b);
        a.max.addAll(List.of(1, 5));
        b.max.add(2);
        a.left = left;
        b.right = right;
        plain plain = all.add("plain", new plain());
        plain.rank = 1;
        plain.picks.addAll(List.of(a, c));
        all.add("idle", new plain()).picks.add(b);
        return all;
    }

    private Select select(String name, int order, Integer not, Integer in, String match, String größe, String 名前) {
        Select select = all.add(name, new Select());
        select.order = order;
        select.not = not;
        select.in = in;
        select.match = match;
        select.größe = größe;
        select.名前 = 名前;
        return select;
    }
}
