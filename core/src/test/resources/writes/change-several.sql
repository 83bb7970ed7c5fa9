-- Changes the names of three authors.
== SQLite, PostgreSQL
UPDATE "author" SET "_version" = ?, "name" = ? WHERE "id" = ? AND "_version" = ?
UPDATE "author" SET "_version" = ?, "name" = ? WHERE "id" = ? AND "_version" = ?
UPDATE "author" SET "_version" = ?, "name" = ? WHERE "id" = ? AND "_version" = ?
== MySQL, MariaDB, TiDB
UPDATE `author` SET `_version` = ?, `name` = ? WHERE `id` = ? AND `_version` = ?
UPDATE `author` SET `_version` = ?, `name` = ? WHERE `id` = ? AND `_version` = ?
UPDATE `author` SET `_version` = ?, `name` = ? WHERE `id` = ? AND `_version` = ?
