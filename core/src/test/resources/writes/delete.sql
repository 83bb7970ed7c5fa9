-- Deletes a book to which nothing refers.
== SQLite
SELECT t."id", t."_version" FROM "book" t WHERE t."id" = +? ORDER BY t."id"
DELETE FROM "book" WHERE "id" = +?
DELETE FROM "book_chapters" WHERE "owner" = +?
DELETE FROM "book_tags" WHERE "owner" = +?
DELETE FROM "book_readers" WHERE "owner" = +?
DELETE FROM "book_ratings" WHERE "owner" = +?
DELETE FROM "book_letters" WHERE "owner" = +?
DELETE FROM "book_remarks" WHERE "owner" = +?
SELECT m."name", LENGTH(m."value"), m."value" FROM "espalier_meta" m WHERE m."name" IN (?, ?, ?)
== MySQL, MariaDB, TiDB
SELECT t.`id`, t.`_version` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
DELETE FROM `book` WHERE `id` = ?
DELETE FROM `book_chapters` WHERE `owner` = ?
DELETE FROM `book_tags` WHERE `owner` = ?
DELETE FROM `book_readers` WHERE `owner` = ?
DELETE FROM `book_ratings` WHERE `owner` = ?
DELETE FROM `book_letters` WHERE `owner` = ?
DELETE FROM `book_remarks` WHERE `owner` = ?
SELECT m.`name`, LENGTH(m.`value`), m.`value` FROM `espalier_meta` m WHERE m.`name` IN (?, ?, ?)
== PostgreSQL
SELECT t."id", t."_version" FROM "book" t WHERE t."id" = ? ORDER BY t."id" FOR UPDATE
DELETE FROM "book" WHERE "id" = ?
DELETE FROM "book_chapters" WHERE "owner" = ?
DELETE FROM "book_tags" WHERE "owner" = ?
DELETE FROM "book_readers" WHERE "owner" = ?
DELETE FROM "book_ratings" WHERE "owner" = ?
DELETE FROM "book_letters" WHERE "owner" = ?
DELETE FROM "book_remarks" WHERE "owner" = ?
SELECT m."name", LENGTH(m."value"), m."value" FROM "espalier_meta" m WHERE m."name" IN (?, ?, ?)
