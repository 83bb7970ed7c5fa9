package dev.espalier.yaml;

import java.util.List;

/** The keys of a model file. docs/reference/espalier-model.schema.json has the same, which a test checks. */
final class Keys {

    static final String FORMAT = "espalier";
    static final String PACKAGE = "package";
    static final String CLASSES = "classes";
    static final String RECORDS = "records";
    static final String ENUMS = "enums";

    static final String JAVA = "java";
    static final String ABSTRACT = "abstract";
    static final String EXTENDS = "extends";
    static final String WAS = "was";
    static final String BOUNDS = "bounds";
    static final String ATTRIBUTES = "attributes";
    static final String COMPONENTS = "components";
    static final String CONSTANTS = "constants";

    static final String TYPE = "type";
    static final String INDEX = "index";
    static final String UNIQUE = "unique";
    static final String INVERSE = "inverse";
    static final String PART = "part";

    static final String DEPTH = "depth";
    static final String ONLY = "only";
    static final String STOP_AT = "stopAt";
    static final String FOLLOW = "follow";

    static final List<String> OF_FILE = List.of(FORMAT, PACKAGE, CLASSES, RECORDS, ENUMS);
    static final List<String> OF_CLASS = List.of(JAVA, ABSTRACT, EXTENDS, WAS, BOUNDS, ATTRIBUTES);
    static final List<String> OF_BOUNDS = List.of(DEPTH, ONLY, STOP_AT, FOLLOW);
    static final List<String> OF_RECORD = List.of(JAVA, COMPONENTS);
    static final List<String> OF_ENUM = List.of(JAVA, CONSTANTS, WAS);
    static final List<String> OF_ATTRIBUTE = List.of(TYPE, INDEX, UNIQUE, INVERSE, PART, WAS);

    /** The version of the format. */
    static final String VERSION = "1";

    private Keys() {}
}
