-- Stores a book that has not changed.
== SQLite, MySQL, MariaDB, PostgreSQL, TiDB
nothing is sent
