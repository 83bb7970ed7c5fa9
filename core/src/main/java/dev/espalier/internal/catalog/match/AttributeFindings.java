package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The result of matching all attributes, in the order of the model. The methods of {@link AttributeMatch} explain each part. For one thread. */
final class AttributeFindings {

    /** By the keys of {@link dev.espalier.internal.schema.KnownNames#attribute}, as the columns, the older types and the origins. */
    final Map<String, String> storedPaths = new HashMap<>();

    final Map<String, List<String>> columns = new TreeMap<>();
    final Set<String> olderTypes = new HashSet<>();
    final Map<String, Origin> origins = new HashMap<>();
    final Map<String, String> enumOrigins = new HashMap<>();
    final Set<String> renames = new LinkedHashSet<>();
    final List<String> changes = new ArrayList<>();
    final List<Fill> fills = new ArrayList<>();
    final List<ReferenceMatch.Retargeted> retargeted = new ArrayList<>();
}
