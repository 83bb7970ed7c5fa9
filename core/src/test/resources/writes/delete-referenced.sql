-- Deletes an author to whom references, members, keys and embedded members refer.
== SQLite
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT c."state", c."place", c."kind", c."class", c."path", c."table_name", c."name", c."type", c."nullable", c."is_unique" FROM "espalier_column" c
SELECT c."state", c."place", c."kind", c."number", c."subject", c."name", c."value" FROM "espalier_fact" c
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT t."id", t."_version" FROM "author" t WHERE t."id" = +? ORDER BY t."id"
SELECT c."value" FROM "espalier_meta" c WHERE (c."state" = ? AND c."name" = ?)
DELETE FROM "author" WHERE "id" = +?
SELECT DISTINCT t."id" FROM "author" t WHERE t."teacher_id" IN (SELECT value FROM json_each(?))
SELECT DISTINCT t."id" FROM "book" t WHERE t."author_id" IN (SELECT value FROM json_each(?))
SELECT DISTINCT t."owner" FROM "book_readers" t WHERE t."target" IN (SELECT value FROM json_each(?))
SELECT DISTINCT t."owner" FROM "book_letters" t WHERE t."key_id" IN (SELECT value FROM json_each(?))
SELECT DISTINCT t."owner" FROM "book_remarks" t WHERE t."by_id" IN (SELECT value FROM json_each(?))
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."by_id" = +? ORDER BY t."owner", t."pos"
UPDATE "book" SET "author_id" = NULL, "_version" = "_version" + 1 WHERE "id" = +? AND "author_id" IN (SELECT value FROM json_each(?))
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" = +?
SELECT l."owner", l."pos", l."target" FROM "book_readers" l WHERE l."owner" = +? ORDER BY l."owner", l."pos"
DELETE FROM "book_readers" WHERE "owner" IN (SELECT value FROM json_each(?)) AND "pos" >= ?
INSERT INTO "book_readers" ("owner", "pos", "target") VALUES (?,?,?)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" = +?
SELECT l."owner", l."pos", l."key_id", l."value" FROM "book_letters" l WHERE l."owner" = +? ORDER BY l."owner", l."pos"
DELETE FROM "book_letters" WHERE "owner" IN (SELECT value FROM json_each(?)) AND "pos" >= ?
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" = +?
UPDATE "book_remarks" SET "by_id" = NULL WHERE "owner" = +? AND "by_id" IN (SELECT value FROM json_each(?))
== MySQL, MariaDB, TiDB
SELECT c.`state`, c.`name`, c.`value` FROM `espalier_meta` c
SELECT c.`state`, c.`place`, c.`kind`, c.`class`, c.`path`, c.`table_name`, c.`name`, c.`type`, c.`nullable`, c.`is_unique` FROM `espalier_column` c
SELECT c.`state`, c.`place`, c.`kind`, c.`number`, c.`subject`, c.`name`, c.`value` FROM `espalier_fact` c
SELECT c.`state`, c.`name`, c.`value` FROM `espalier_meta` c
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
SELECT c.`value` FROM `espalier_meta` c WHERE (c.`state` = ? AND c.`name` = ?)
DELETE FROM `author` WHERE `id` = ?
SELECT DISTINCT t.`id` FROM `author` t WHERE t.`teacher_id` IN (2)
SELECT DISTINCT t.`id` FROM `book` t WHERE t.`author_id` IN (2)
SELECT DISTINCT t.`owner` FROM `book_readers` t WHERE t.`target` IN (2)
SELECT DISTINCT t.`owner` FROM `book_letters` t WHERE t.`key_id` IN (2)
SELECT DISTINCT t.`owner` FROM `book_remarks` t WHERE t.`by_id` IN (2)
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`by_id` = ? ORDER BY t.`owner`, t.`pos`
UPDATE `book` SET `author_id` = NULL, `_version` = `_version` + 1 WHERE `id` = ? AND `author_id` IN (2)
UPDATE `book` SET `_version` = `_version` + 1 WHERE `id` = ?
SELECT l.`owner`, l.`pos`, l.`target` FROM `book_readers` l WHERE l.`owner` = ? ORDER BY l.`owner`, l.`pos`
DELETE FROM `book_readers` WHERE `owner` IN (1) AND `pos` >= ?
INSERT INTO `book_readers` (`owner`, `pos`, `target`) VALUES (?,?,?)
UPDATE `book` SET `_version` = `_version` + 1 WHERE `id` = ?
SELECT l.`owner`, l.`pos`, l.`key_id`, l.`value` FROM `book_letters` l WHERE l.`owner` = ? ORDER BY l.`owner`, l.`pos`
DELETE FROM `book_letters` WHERE `owner` IN (1) AND `pos` >= ?
UPDATE `book` SET `_version` = `_version` + 1 WHERE `id` = ?
UPDATE `book_remarks` SET `by_id` = NULL WHERE `owner` = ? AND `by_id` IN (2)
== PostgreSQL
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT c."state", c."place", c."kind", c."class", c."path", c."table_name", c."name", c."type", c."nullable", c."is_unique" FROM "espalier_column" c
SELECT c."state", c."place", c."kind", c."number", c."subject", c."name", c."value" FROM "espalier_fact" c
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ? ORDER BY t."id" FOR UPDATE
SELECT c."value" FROM "espalier_meta" c WHERE (c."state" = ? AND c."name" = ?)
DELETE FROM "author" WHERE "id" = ?
SELECT DISTINCT t."id" FROM "author" t WHERE t."teacher_id" = ?
SELECT DISTINCT t."id" FROM "book" t WHERE t."author_id" = ?
SELECT DISTINCT t."owner" FROM "book_readers" t WHERE t."target" = ?
SELECT DISTINCT t."owner" FROM "book_letters" t WHERE t."key_id" = ?
SELECT DISTINCT t."owner" FROM "book_remarks" t WHERE t."by_id" = ?
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."by_id" = ? ORDER BY t."owner", t."pos"
UPDATE "book" SET "author_id" = NULL, "_version" = "_version" + 1 WHERE "id" = ? AND "author_id" = ?
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" = ?
SELECT l."owner", l."pos", l."target" FROM "book_readers" l WHERE l."owner" = ? ORDER BY l."owner", l."pos"
DELETE FROM "book_readers" WHERE "owner" = ? AND "pos" >= ?
INSERT INTO "book_readers" ("owner", "pos", "target") VALUES (?,?,?)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" = ?
SELECT l."owner", l."pos", l."key_id", l."value" FROM "book_letters" l WHERE l."owner" = ? ORDER BY l."owner", l."pos"
DELETE FROM "book_letters" WHERE "owner" = ? AND "pos" >= ?
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" = ?
UPDATE "book_remarks" SET "by_id" = NULL WHERE "owner" = ? AND "by_id" = ?
