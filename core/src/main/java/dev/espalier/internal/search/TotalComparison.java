package dev.espalier.internal.search;

import dev.espalier.internal.rql.Operator;
import java.math.BigDecimal;

/** A comparison of a total with a number. */
record TotalComparison(Total total, Operator operator, BigDecimal number) {}
