/**
 * A model as a YAML file, {@code espalier-model.yaml}, for people and for version control.
 *
 * <p><b>In:</b> a YAML text, or a model. <b>Out:</b> the model, or the text; mistakes with line and column.
 *
 * <pre>{@code
 * Model model = YamlModel.read(Path.of("espalier-model.yaml"));
 * try (Database db = Database.open("jdbc:sqlite:shop.db", model)) {
 *     db.store(db.nodes().newNode("Order").set("due", LocalDate.now()));
 * }
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.yaml;
