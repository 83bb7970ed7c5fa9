package dev.espalier.model;

/** Makes objects of one class. */
interface Instantiator {

    Object newInstance();

    Object construct(PersistentClass type, Object[] values, long id);
}
