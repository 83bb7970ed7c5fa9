package dev.espalier.bench.oo7;

import dev.espalier.bench.oo7.Design.Assembly;
import dev.espalier.bench.oo7.Design.AtomicPart;
import dev.espalier.bench.oo7.Design.BaseAssembly;
import dev.espalier.bench.oo7.Design.ComplexAssembly;
import dev.espalier.bench.oo7.Design.CompositePart;
import dev.espalier.bench.oo7.Design.Connection;
import dev.espalier.bench.oo7.Design.DesignObject;
import dev.espalier.bench.oo7.Design.Document;
import dev.espalier.bench.oo7.Design.Manual;
import dev.espalier.bench.oo7.Design.Module;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Makes the objects of a design. The same size and seed give the same objects. */
final class DesignMaker {

    private static final int FIRST_DATE = 1_000;
    private static final int DATES = 1_000;
    private static final int TYPES = 10;
    private static final int COORDINATES = 100_000;
    private static final int LENGTHS = 1_000;
    /** So many of 100 composite parts are younger than every assembly; the others are older. */
    private static final int YOUNG_OF_100 = 10;

    private final Oo7Size size;
    private final Random random;
    private int complexAssemblies;
    private int baseAssemblies;

    DesignMaker(Oo7Size size, long seed) {
        this.size = size;
        this.random = new Random(seed);
    }

    /** Returns all composite parts of a new module. */
    List<CompositePart> library() {
        List<CompositePart> parts = new ArrayList<>();
        for (int number = 1; number <= size.compositeParts(); number++) {
            parts.add(compositePart(number));
        }
        return parts;
    }

    /** Returns a module that uses these parts. */
    Module module(List<CompositePart> library) {
        Module module = designObject(new Module(), 1);
        module.manual = new Manual();
        module.manual.number = 1;
        module.manual.title = "Manual for module #1";
        module.manual.text = repeated("I am the manual for module #00000001.\n", size.manualCharacters());
        module.designRoot = complexAssembly(module, size.levels(), library);
        return module;
    }

    private ComplexAssembly complexAssembly(Module module, int level, List<CompositePart> library) {
        ComplexAssembly assembly = assembly(new ComplexAssembly(), module, ++complexAssemblies);
        for (int branch = 0; branch < Oo7Size.BRANCHES; branch++) {
            if (level > 2) {
                ComplexAssembly below = complexAssembly(module, level - 1, library);
                below.superAssembly = assembly;
                assembly.complexAssemblies.add(below);
            } else {
                BaseAssembly below = assembly(new BaseAssembly(), module, ++baseAssemblies);
                below.superAssembly = assembly;
                assembly.baseAssemblies.add(below);
                for (int component = 0; component < Oo7Size.COMPONENTS; component++) {
                    below.components.add(library.get(random.nextInt(library.size())));
                }
            }
        }
        return assembly;
    }

    private <T extends Assembly> T assembly(T assembly, Module module, int number) {
        designObject(assembly, number).module = module;
        return assembly;
    }

    /** Returns a new composite part with its document and its graph, a ring with further connections drawn. */
    CompositePart compositePart(int number) {
        CompositePart part = designObject(new CompositePart(), number);
        part.buildDate =
                random.nextInt(100) < YOUNG_OF_100 ? 2 * FIRST_DATE + random.nextInt(DATES) : random.nextInt(DATES);
        part.documentation = document(number);
        for (int index = 0; index < size.atomicParts(); index++) {
            AtomicPart atomic = designObject(new AtomicPart(), (number - 1) * size.atomicParts() + index + 1);
            atomic.x = random.nextInt(COORDINATES);
            atomic.y = random.nextInt(COORDINATES);
            atomic.docId = number;
            atomic.partOf = part;
            part.parts.add(atomic);
        }
        part.rootPart = part.parts.get(0);
        for (int index = 0; index < size.atomicParts(); index++) {
            connect(part.parts.get(index), part.parts.get((index + 1) % size.atomicParts()));
            for (int more = 1; more < size.connections(); more++) {
                connect(part.parts.get(index), part.parts.get(random.nextInt(size.atomicParts())));
            }
        }
        return part;
    }

    private void connect(AtomicPart from, AtomicPart to) {
        Connection connection = new Connection();
        connection.type = type();
        connection.length = random.nextInt(LENGTHS);
        connection.from = from;
        connection.to = to;
        from.connections.add(connection);
    }

    private Document document(int number) {
        Document document = new Document();
        document.number = number;
        document.title = title(number);
        document.text = repeated(
                String.format(Locale.ROOT, "I am the documentation for composite part #%08d.\n", number),
                size.documentCharacters());
        return document;
    }

    /** Returns the title of the document of a composite part. */
    static String title(int number) {
        return String.format(Locale.ROOT, "Composite Part %08d", number);
    }

    private <T extends DesignObject> T designObject(T object, int number) {
        object.number = number;
        object.type = type();
        object.buildDate = FIRST_DATE + random.nextInt(DATES);
        return object;
    }

    private String type() {
        return "type" + random.nextInt(TYPES);
    }

    private static String repeated(String line, int characters) {
        return line.repeat(characters / line.length() + 1).substring(0, characters);
    }
}
