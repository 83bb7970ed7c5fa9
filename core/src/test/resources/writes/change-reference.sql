-- Lets a book refer to an author that was stored before.
== SQLite
UPDATE "book" SET "_version" = ?, "author_id" = ? WHERE "id" = ? AND "_version" = ?
SELECT count(*) FROM (VALUES (?)) i CROSS JOIN "author" t ON t."id" = i.column1
== MySQL
UPDATE `book` SET `_version` = ?, `author_id` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR SHARE
== MariaDB
UPDATE `book` SET `_version` = ?, `author_id` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` LOCK IN SHARE MODE
== PostgreSQL
UPDATE "book" SET "_version" = ?, "author_id" = ? WHERE "id" = ? AND "_version" = ?
SELECT count(*) FROM (SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ? ORDER BY t."id" FOR KEY SHARE) l
== TiDB
UPDATE `book` SET `_version` = ?, `author_id` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
