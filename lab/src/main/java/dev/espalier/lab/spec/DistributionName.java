package dev.espalier.lab.spec;

/** The distributions of drawn ids. */
public enum DistributionName {
    /** Every id alike. */
    UNIFORM,
    /** The default of sysbench 1.0: 75 % of the draws on 1 % of the ids. */
    SPECIAL,
    /** 80 % of the draws on 20 % of the ids. */
    PARETO,
    /** Zipf's law, exponent 0.8. */
    ZIPFIAN;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
