package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.Attribute;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stored attribute that a program has called so, other than the one of this name. A field that only a newer program has distinguishes them.
 *
 * <p>Example: a program has renamed the stored {@code due} to {@code deadline}; the next program's {@code deadline} is {@code due}.
 */
final class NamesInPrograms {

    private final ClassPair pair;
    private final ComponentAnswers components;
    private final WasAnswers answers;
    private final ConversionRule rule;
    private final Set<String> inProgram;
    private final List<String> questions;

    /**
     * @param inProgram the names of all attributes that are matched
     * @param questions gets what the program has to answer
     */
    NamesInPrograms(
            ClassPair pair,
            ComponentAnswers components,
            WasAnswers answers,
            ConversionRule rule,
            Set<String> inProgram,
            List<String> questions) {
        this.pair = pair;
        this.components = components;
        this.answers = answers;
        this.rule = rule;
        this.inProgram = inProgram;
        this.questions = questions;
    }

    /** @param lines those of the attribute's kind */
    @Nullable
    String find(Attribute attribute, NamedLines lines, String path) {
        List<String> called = lines.called(attribute.name());
        if (called.size() == 1 && called.get(0).equals(attribute.name()) && !WasAnswers.isGiven(attribute)) {
            boolean isCalledSo = lines.line(attribute.name()).names().contains(attribute.name());
            return isCalledSo ? attribute.name() : null;
        }
        // Converted, perhaps several times: the type decides which.
        boolean isConverted = called.stream()
                .anyMatch(name -> called.contains(lines.line(name).from()));
        return isConverted ? converted(attribute, lines, called, path) : unconverted(attribute, lines, called, path);
    }

    private String converted(Attribute attribute, NamedLines lines, List<String> called, String path) {
        String latest = called.get(0);
        if (WasAnswers.former(attribute).contains(latest)
                || answers.storedNames(attribute, path).contains(latest) && rule.fits(attribute, lines.line(latest))) {
            return latest;
        }
        StoredType wanted = pair.typeOf(attribute);
        List<String> sameType = called.stream()
                .filter(name -> lines.line(name).types().contains(wanted))
                .toList();
        if (path.isEmpty() && wanted.isRecord()) {
            return sameType.stream()
                    .reduce((one, other) -> fitting(attribute, other) > fitting(attribute, one) ? other : one)
                    .orElse(latest);
        }
        return sameType.stream()
                .findFirst()
                .or(() -> called.stream()
                        .filter(name -> rule.fits(attribute, lines.line(name)))
                        .findFirst())
                .orElse(latest);
    }

    private int fitting(Attribute attribute, String name) {
        return components.fitting(pair.className(), attribute, name);
    }

    private @Nullable String unconverted(Attribute attribute, NamedLines lines, List<String> called, String path) {
        Line own = lines.find(attribute.name());
        List<String> former = WasAnswers.former(attribute);
        if (own != null && former.contains(attribute.name())) { // the answer to the question below
            return attribute.name();
        }
        List<String> renamed = called.stream()
                .filter(name -> lines.line(name).names().contains(attribute.name()))
                .toList();
        String answered = renamed.stream().filter(former::contains).findFirst().orElse(null);
        if (answered != null) { // names may have gone round, and back by the answer above
            return answered;
        }
        String found = renamed.stream()
                .filter(name -> own == null || rule.fits(attribute, lines.line(name)) || !rule.fits(attribute, own))
                .findFirst()
                .orElse(null);
        if (found != null && own != null && isAmbiguous(attribute, lines, found, own)) {
            questions.add(pair.place(path, attribute) + ": programs have called both " + found + " and "
                    + attribute.name() + " of the stored class " + pair.className()
                    + " so: which one is it? Write @Was(\"" + found + "\") or @Was(\"" + attribute.name()
                    + "\") on it");
        }
        return found;
    }

    private boolean isAmbiguous(Attribute attribute, NamedLines lines, String found, Line own) {
        return !found.equals(attribute.name())
                && rule.fits(attribute, own)
                && !WasAnswers.isGiven(attribute)
                && own.names().stream().noneMatch(name -> inProgram.contains(name) && !lines.contains(name));
    }
}
