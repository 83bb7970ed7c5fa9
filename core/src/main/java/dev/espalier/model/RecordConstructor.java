package dev.espalier.model;

import java.util.List;

/** Calls a record's canonical constructor. */
interface RecordConstructor {
    Object construct(List<Attribute> components, Object[] values);
}
