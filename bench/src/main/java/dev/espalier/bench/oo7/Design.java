package dev.espalier.bench.oo7;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Transient;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * The classes of OO7: a module is a tree of assemblies, whose leaves use composite parts, each of which is a graph of atomic parts and has a document. All
 * subjects use these classes. Fields are read by methods, because Hibernate puts proxies in the place of objects.
 */
@NullUnmarked // the subjects set the fields
final class Design {

    private Design() {}

    /** The attributes that all parts of a design have. */
    public abstract static class DesignObject {
        long id;
        /** Of the row; set by the subjects that have no registry of their own. */
        @Transient
        int version;

        @Index
        int number;

        String type;

        @Index
        int buildDate;

        /** Returns the row's id. */
        public long id() {
            return id;
        }

        /** Returns the version of the row. */
        public int version() {
            return version;
        }

        /** Returns the id that OO7 gives, unique within the class. */
        public int number() {
            return number;
        }

        /** Returns the date, as a number. */
        public int buildDate() {
            return buildDate;
        }
    }

    /** A whole design. */
    public static class Module extends DesignObject {
        Manual manual;
        ComplexAssembly designRoot;

        /** Returns the manual. */
        public Manual manual() {
            return manual;
        }

        /** Returns the assembly on top. */
        public ComplexAssembly designRoot() {
            return designRoot;
        }
    }

    /** The manual of a module: a long text. */
    public static class Manual {
        long id;

        @Transient
        int version;

        @Index
        int number;

        String title;
        String text;

        /** Returns the text. */
        public String text() {
            return text;
        }
    }

    /** A node of the tree. */
    public abstract static class Assembly extends DesignObject {
        Module module;
        ComplexAssembly superAssembly;

        /** Returns the assembly above; null for the one on top. */
        public ComplexAssembly superAssembly() {
            return superAssembly;
        }
    }

    /** A node that has others below: complex ones, or base assemblies. */
    public static class ComplexAssembly extends Assembly {
        @InverseOf("superAssembly")
        List<ComplexAssembly> complexAssemblies = new ArrayList<>();

        @InverseOf("superAssembly")
        List<BaseAssembly> baseAssemblies = new ArrayList<>();

        /** Returns the complex assemblies below. */
        public List<ComplexAssembly> complexAssemblies() {
            return complexAssemblies;
        }

        /** Returns the base assemblies below. */
        public List<BaseAssembly> baseAssemblies() {
            return baseAssemblies;
        }
    }

    /** A leaf. */
    public static class BaseAssembly extends Assembly {
        List<CompositePart> components = new ArrayList<>();

        /** Returns the composite parts that it uses; a part may be used by several assemblies. */
        public List<CompositePart> components() {
            return components;
        }
    }

    /** A graph of atomic parts, with a document. */
    public static class CompositePart extends DesignObject {
        Document documentation;
        AtomicPart rootPart;

        @InverseOf("partOf")
        List<AtomicPart> parts = new ArrayList<>();

        /** Returns the document. */
        public Document documentation() {
            return documentation;
        }

        /** Returns the atomic part from which all others are reached. */
        public AtomicPart rootPart() {
            return rootPart;
        }

        /** Returns the atomic parts. */
        public List<AtomicPart> parts() {
            return parts;
        }
    }

    /** The document of a composite part. */
    public static class Document {
        long id;

        @Transient
        int version;

        @Index
        int number;

        @Index
        String title;

        String text;

        /** Returns the row's id. */
        public long id() {
            return id;
        }

        /** Returns the version of the row. */
        public int version() {
            return version;
        }

        /** Returns the id that OO7 gives. */
        public int number() {
            return number;
        }

        /** Returns the text. */
        public String text() {
            return text;
        }

        /** Changes the text. */
        public void setText(String changed) {
            text = changed;
        }
    }

    /** A node of the graph. */
    public static class AtomicPart extends DesignObject {
        int x;
        int y;
        int docId;
        CompositePart partOf;

        @InverseOf("from")
        List<Connection> connections = new ArrayList<>();

        /** Returns the first coordinate. */
        public int x() {
            return x;
        }

        /** Returns the second coordinate. */
        public int y() {
            return y;
        }

        /** Returns the number of a document. */
        public int docId() {
            return docId;
        }

        /** Returns the connections that lead away. */
        public List<Connection> connections() {
            return connections;
        }

        /** Exchanges the coordinates: the update of T2. */
        public void swap() {
            int first = x;
            x = y;
            y = first;
        }

        /** Makes an odd date even and an even one odd: the update of T3. */
        public void changeDate() {
            buildDate += buildDate % 2 == 0 ? -1 : 1;
        }
    }

    /** An edge of the graph. */
    public static class Connection {
        long id;

        @Transient
        int version;

        String type;
        int length;
        AtomicPart from;
        AtomicPart to;

        /** Returns the part to which it leads. */
        public AtomicPart to() {
            return to;
        }
    }
}
