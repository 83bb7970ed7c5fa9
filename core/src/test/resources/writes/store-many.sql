-- Stores 1,001 new authors: as many rows in a statement as the engine takes.
== SQLite
INSERT INTO "author" ("id", "_version", "name", "teacher_id") VALUES (?,?,?,?), ... (500 rows)
INSERT INTO "author" ("id", "_version", "name", "teacher_id") VALUES (?,?,?,?), ... (500 rows)
INSERT INTO "author" ("id", "_version", "name", "teacher_id") VALUES (?,?,?,?)
== MySQL, MariaDB, TiDB
INSERT INTO `author` (`id`, `_version`, `name`, `teacher_id`) VALUES (?,?,?,?), ... (1000 rows)
INSERT INTO `author` (`id`, `_version`, `name`, `teacher_id`) VALUES (?,?,?,?)
== PostgreSQL
INSERT INTO "author" ("id", "_version", "name", "teacher_id") SELECT c0, c1, c2, c3 FROM unnest(CAST(? AS bigint[]), CAST(? AS bigint[]), CAST(? AS text[]), CAST(? AS bigint[])) AS r (c0, c1, c2, c3)
INSERT INTO "author" ("id", "_version", "name", "teacher_id") VALUES (?,?,?,?)
