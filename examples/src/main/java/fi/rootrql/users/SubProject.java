package fi.rootrql.users;

/** A part of a project. */
public class SubProject extends Project {}
