-- Reads and writes the rows in which a database describes itself.
== SQLite, PostgreSQL
DELETE FROM "espalier_meta" WHERE "name" = ?
INSERT INTO "espalier_meta" ("name", "value") VALUES (?,?)
DELETE FROM "espalier_meta" WHERE "name" = ?
SELECT "name", LENGTH("value"), "value" FROM "espalier_meta" WHERE "name" IN ('model', 'structure')
SELECT "name", LENGTH("value") FROM "espalier_meta" WHERE "name" IN ('model', 'structure')
== MySQL, MariaDB, TiDB
DELETE FROM `espalier_meta` WHERE `name` = ?
INSERT INTO `espalier_meta` (`name`, `value`) VALUES (?,?)
DELETE FROM `espalier_meta` WHERE `name` = ?
SELECT `name`, LENGTH(`value`), `value` FROM `espalier_meta` WHERE `name` IN ('model', 'structure')
SELECT `name`, LENGTH(`value`) FROM `espalier_meta` WHERE `name` IN ('model', 'structure')
