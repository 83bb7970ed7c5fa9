package dev.espalier.internal.rql;

/** The words of the language. None is reserved: where a name can stand, each of them is also a name. */
enum Keyword {
    AND,
    OR,
    NOT,
    MERGE,
    IN,
    MATCH,
    IGNORE,
    CASE,
    IS,
    NULL,
    EMPTY,
    TRUE,
    FALSE,
    ANY,
    ALL,
    NO,
    COUNT,
    SUM,
    MIN,
    MAX,
    AVG,
    ORDER,
    BY,
    ASC,
    DESC,
    LIMIT,
    OFFSET,
    DISTINCT,
    AS,
    HAVING,
    WHEN,
    THEN,
    ELSE,
    END;

    /** Compares letters of ASCII only: no other letter stands for one of them, in no locale. */
    boolean isSpelled(String word) {
        if (word.length() != name().length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            char letter = word.charAt(i);
            if ((letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter) != name().charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
