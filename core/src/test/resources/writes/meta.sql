-- Reads and writes the rows in which a database describes itself.
== SQLite, PostgreSQL
DELETE FROM "espalier_fact" WHERE "state" = ?
INSERT INTO "espalier_fact" ("state", "place", "kind", "number", "subject", "name", "value") VALUES (?,?,?,?,?,?,?)
SELECT c."state", c."place", c."kind", c."number", c."subject", c."name", c."value" FROM "espalier_fact" c WHERE c."state" = ?
DELETE FROM "espalier_meta" WHERE "state" = ? AND "name" IN (?)
INSERT INTO "espalier_meta" ("state", "name", "value") VALUES (?,?,?)
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
DELETE FROM "espalier_fact" WHERE "state" = ?
DELETE FROM "espalier_meta" WHERE "state" = ? AND "name" IN (?)
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT c."state", c."place", c."kind", c."class", c."path", c."table_name", c."name", c."type", c."nullable", c."is_unique" FROM "espalier_column" c
SELECT c."state", c."place", c."kind", c."number", c."subject", c."name", c."value" FROM "espalier_fact" c
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT c."value" FROM "espalier_meta" c WHERE (c."state" = ? AND c."name" = ?)
== MySQL, MariaDB, TiDB
DELETE FROM `espalier_fact` WHERE `state` = ?
INSERT INTO `espalier_fact` (`state`, `place`, `kind`, `number`, `subject`, `name`, `value`) VALUES (?,?,?,?,?,?,?)
SELECT c.`state`, c.`place`, c.`kind`, c.`number`, c.`subject`, c.`name`, c.`value` FROM `espalier_fact` c WHERE c.`state` = ?
DELETE FROM `espalier_meta` WHERE `state` = ? AND `name` IN (?)
INSERT INTO `espalier_meta` (`state`, `name`, `value`) VALUES (?,?,?)
SELECT c.`state`, c.`name`, c.`value` FROM `espalier_meta` c
DELETE FROM `espalier_fact` WHERE `state` = ?
DELETE FROM `espalier_meta` WHERE `state` = ? AND `name` IN (?)
SELECT c.`state`, c.`name`, c.`value` FROM `espalier_meta` c
SELECT c.`state`, c.`place`, c.`kind`, c.`class`, c.`path`, c.`table_name`, c.`name`, c.`type`, c.`nullable`, c.`is_unique` FROM `espalier_column` c
SELECT c.`state`, c.`place`, c.`kind`, c.`number`, c.`subject`, c.`name`, c.`value` FROM `espalier_fact` c
SELECT c.`state`, c.`name`, c.`value` FROM `espalier_meta` c
SELECT c.`value` FROM `espalier_meta` c WHERE (c.`state` = ? AND c.`name` = ?)
