package fi.rootrql.users;

/** A fast one. */
public class SuperCar extends Car {}
