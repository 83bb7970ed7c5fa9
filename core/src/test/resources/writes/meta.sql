-- Reads and writes the rows in which a database describes itself.
== SQLite, PostgreSQL
DELETE FROM "espalier_meta" WHERE "name" IN (?)
INSERT INTO "espalier_meta" ("name", "value") VALUES (?,?)
SELECT m."name", m."value" FROM "espalier_meta" m
DELETE FROM "espalier_meta" WHERE "name" IN (?)
SELECT m."name", LENGTH(m."value"), m."value" FROM "espalier_meta" m WHERE m."name" IN (?, ?, ?)
SELECT m."name", LENGTH(m."value") FROM "espalier_meta" m WHERE m."name" IN (?, ?, ?)
== MySQL, MariaDB, TiDB
DELETE FROM `espalier_meta` WHERE `name` IN (?)
INSERT INTO `espalier_meta` (`name`, `value`) VALUES (?,?)
SELECT m.`name`, m.`value` FROM `espalier_meta` m
DELETE FROM `espalier_meta` WHERE `name` IN (?)
SELECT m.`name`, LENGTH(m.`value`), m.`value` FROM `espalier_meta` m WHERE m.`name` IN (?, ?, ?)
SELECT m.`name`, LENGTH(m.`value`) FROM `espalier_meta` m WHERE m.`name` IN (?, ?, ?)
