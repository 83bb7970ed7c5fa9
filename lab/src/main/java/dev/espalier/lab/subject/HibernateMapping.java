package dev.espalier.lab.subject;

import dev.espalier.lab.workload.ObjectClass;
import dev.espalier.lab.workload.Relation;

/** The model's classes on the tables of {@link Table}, in the words of Jakarta Persistence's XML: the classes themselves stay plain. */
final class HibernateMapping {

    private HibernateMapping() {}

    static String xml() {
        StringBuilder xml = new StringBuilder("""
                <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.2">
                <package>dev.espalier.lab.workload</package>
                <access>FIELD</access>
                """);
        for (ObjectClass type : ObjectClass.values()) {
            xml.append("<entity class=\"")
                    .append(type)
                    .append("\" metadata-complete=\"true\"><table name=\"")
                    .append(type)
                    .append("\"/><attributes><id name=\"id\"/><basic name=\"value\"/>\n");
            relations(xml, type, Relation.Kind.SINGLE);
            relations(xml, type, Relation.Kind.LIST);
            xml.append("</attributes></entity>\n");
        }
        return xml.append("</entity-mappings>").toString();
    }

    private static void relations(StringBuilder xml, ObjectClass owner, Relation.Kind kind) {
        for (Relation relation : Relation.values()) {
            if (relation.owner() == owner && relation.kind() == kind) {
                String field = relation.field();
                xml.append(
                        kind == Relation.Kind.SINGLE
                                ? "<many-to-one name=\"" + field + "\" fetch=\"LAZY\"><join-column name=\"" + field
                                        + "_id\"/></many-to-one>\n"
                                : "<many-to-many name=\"" + field
                                        + "\" fetch=\"LAZY\"><order-column name=\"pos\"/><join-table name=\"" + owner
                                        + "_" + field
                                        + "\"><join-column name=\"owner\"/><inverse-join-column name=\"target\"/></join-table></many-to-many>\n");
            }
        }
    }
}
