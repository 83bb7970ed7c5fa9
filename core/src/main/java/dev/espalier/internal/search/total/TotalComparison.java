package dev.espalier.internal.search.total;

import dev.espalier.internal.rql.Operator;
import java.math.BigDecimal;

/** A comparison of a total with a number. */
public record TotalComparison(Total total, Operator operator, BigDecimal number) {}
