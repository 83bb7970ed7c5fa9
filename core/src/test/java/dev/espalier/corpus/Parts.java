package dev.espalier.corpus;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A bill of materials with mistakes in it: assemblies that contain themselves, components without a part. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Parts {

    static final CorpusModel MODEL = new CorpusModel("parts", List.of(Part.class, Assembly.class), Parts::populate);

    static class Part {
        long id;
        String name;
        Double weight;
        BigDecimal price;
        Part replacedBy;
    }

    static class Assembly extends Part {
        Integer minutes;
        List<Component> components = new ArrayList<>();
    }

    /** Has no identity of its own. */
    record Component(int amount, Part part) {}

    private final Population all = new Population();

    private Parts() {}

    private static Population populate() {
        return new Parts().all();
    }

    private Population all() {
        Part bolt = part("bolt", new Part(), 0.01, "0.10");
        Part screw = part("screw", new Part(), 0.02, "0.12");
        Part nut = part("nut", new Part(), null, "0.05");
        Part rim = part("rim", new Part(), 5.5, "40.00");
        Part tyre = part("tyre", new Part(), 7.25, "60");
        Part winterTyre = part("winterTyre", new Part(), 8.0, "75.5");
        Part spare = part("spare", new Part(), 0.1, "0.1");
        Assembly wheel = assembly(
                "wheel", 13.0, "110", 15, new Component(5, bolt), new Component(1, rim), new Component(1, tyre));
        Assembly axle = assembly(
                "axle", 22.5, "95", 30, new Component(2, wheel), new Component(8, bolt), new Component(8, nut));
        Assembly chassis = assembly("chassis", null, null, null, new Component(2, axle), new Component(4, bolt));
        Assembly engine = assembly("engine", 120.0, "999.99", 600);
        assembly("car", 900.0, "15000", 90, new Component(1, chassis), new Component(1, engine));
        assembly("ghost", 0.0, "0.00", 0, new Component(3, null), new Component(0, nut));
        Assembly head = assembly("head", 2.0, "7", 5);
        Assembly tail = assembly("tail", 2.0, "7.0", 5, new Component(2, head), new Component(1, nut));
        head.components.add(new Component(1, tail));
        Assembly selfish = assembly("selfish", 3.0, "1", null);
        selfish.components.add(new Component(1, selfish));
        // A chain of two, a circle of two, one for itself.
        spare.replacedBy = bolt;
        bolt.replacedBy = screw;
        tyre.replacedBy = winterTyre;
        winterTyre.replacedBy = tyre;
        selfish.replacedBy = selfish;
        return all;
    }

    private <P extends Part> P part(String name, P part, Double weight, String price) {
        all.add(name, part);
        part.name = name;
        part.weight = weight;
        part.price = price == null ? null : new BigDecimal(price);
        return part;
    }

    private Assembly assembly(String name, Double weight, String price, Integer minutes, Component... components) {
        Assembly assembly = part(name, new Assembly(), weight, price);
        assembly.minutes = minutes;
        assembly.components.addAll(List.of(components));
        return assembly;
    }
}
