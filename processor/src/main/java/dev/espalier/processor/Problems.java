package dev.espalier.processor;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;

/** Collects the errors in the classes, and reports them together. */
final class Problems {

    private record Problem(Diagnostic.Kind kind, Element at, String text) {}

    private final Set<Problem> all = new LinkedHashSet<>();

    /** Reports an unsupported field or class as an error. */
    void error(Element at, String text) {
        all.add(new Problem(Diagnostic.Kind.ERROR, at, text));
    }

    /** Reports a supported field without a typed form as a warning. */
    void warning(Element at, String text) {
        all.add(new Problem(Diagnostic.Kind.WARNING, at, text));
    }

    /**
     * @param hasSource whether the compiler can show the place
     * @param otherwise the place that it shows for others
     */
    void report(Messager messager, Predicate<Element> hasSource, Element otherwise) {
        all.forEach(problem ->
                messager.printMessage(problem.kind, problem.text, hasSource.test(problem.at) ? problem.at : otherwise));
    }
}
