-- Takes a block of ids, and sets the counter.
== SQLite, PostgreSQL
UPDATE "espalier_ids" SET "next" = "next" + ? WHERE "name" = ?
SELECT i."next" FROM "espalier_ids" i WHERE i."name" = ?
SELECT i."next" FROM "espalier_ids" i WHERE i."name" = ?
DELETE FROM "espalier_ids" WHERE "name" = ?
INSERT INTO "espalier_ids" ("name", "next") VALUES (?, ?)
== MySQL, MariaDB, TiDB
UPDATE `espalier_ids` SET `next` = `next` + ? WHERE `name` = ?
SELECT i.`next` FROM `espalier_ids` i WHERE i.`name` = ?
SELECT i.`next` FROM `espalier_ids` i WHERE i.`name` = ?
DELETE FROM `espalier_ids` WHERE `name` = ?
INSERT INTO `espalier_ids` (`name`, `next`) VALUES (?, ?)
