package dev.espalier.promises;

/** What a thread may do in a schedule of single steps; within a transaction it is done there. */
enum Operation {
    /** Makes a new object. */
    CREATE(8),
    /** Reads an object by its id. */
    GET(18),
    REFRESH(5),
    /** Sets a field of a held object, or of one that it refers to. */
    SET(22),
    /** Has a held object refer to another one, or no longer. */
    LINK(8),
    STORE(22),
    DELETE(3),
    /** Makes a copy of a held object: a clone, a deserialised one, or one with only the id set. */
    COPY(4),
    /** Gets a copy from the other program. */
    FOREIGN(3),
    /** Has a held object refer to one of which only the id is known. */
    REFER(3),
    /** Writes a copy on purpose. */
    OVERWRITE(2),
    /** Makes a new object and gives it to another thread of the program too. */
    SHARE(4),
    /** Begins to hold what another thread of the program holds; nobody changes its fields from then on. */
    BORROW(2),
    BEGIN(10),
    REMEMBER(3),
    QUERY(2),
    COMMIT(8),
    /** Ends the work by an exception. */
    THROW(5);

    final int weight;

    Operation(int weight) {
        this.weight = weight;
    }
}
