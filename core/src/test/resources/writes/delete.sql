-- Deletes a book to which nothing refers.
== SQLite
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT c."state", c."place", c."kind", c."class", c."path", c."table_name", c."name", c."type", c."nullable", c."is_unique" FROM "espalier_column" c
SELECT c."state", c."place", c."kind", c."number", c."subject", c."name", c."value" FROM "espalier_fact" c
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT t."id", t."_version" FROM "book" t WHERE t."id" = +? ORDER BY t."id"
SELECT c."value" FROM "espalier_meta" c WHERE (c."state" = ? AND c."name" = ?)
DELETE FROM "book" WHERE "id" = +?
DELETE FROM "book_chapters" WHERE "owner" = +?
DELETE FROM "book_tags" WHERE "owner" = +?
DELETE FROM "book_readers" WHERE "owner" = +?
DELETE FROM "book_ratings" WHERE "owner" = +?
DELETE FROM "book_letters" WHERE "owner" = +?
DELETE FROM "book_remarks" WHERE "owner" = +?
== MySQL, MariaDB, TiDB
SELECT c.`state`, c.`name`, c.`value` FROM `espalier_meta` c
SELECT c.`state`, c.`place`, c.`kind`, c.`class`, c.`path`, c.`table_name`, c.`name`, c.`type`, c.`nullable`, c.`is_unique` FROM `espalier_column` c
SELECT c.`state`, c.`place`, c.`kind`, c.`number`, c.`subject`, c.`name`, c.`value` FROM `espalier_fact` c
SELECT c.`state`, c.`name`, c.`value` FROM `espalier_meta` c
SELECT t.`id`, t.`_version` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
SELECT c.`value` FROM `espalier_meta` c WHERE (c.`state` = ? AND c.`name` = ?)
DELETE FROM `book` WHERE `id` = ?
DELETE FROM `book_chapters` WHERE `owner` = ?
DELETE FROM `book_tags` WHERE `owner` = ?
DELETE FROM `book_readers` WHERE `owner` = ?
DELETE FROM `book_ratings` WHERE `owner` = ?
DELETE FROM `book_letters` WHERE `owner` = ?
DELETE FROM `book_remarks` WHERE `owner` = ?
== PostgreSQL
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT c."state", c."place", c."kind", c."class", c."path", c."table_name", c."name", c."type", c."nullable", c."is_unique" FROM "espalier_column" c
SELECT c."state", c."place", c."kind", c."number", c."subject", c."name", c."value" FROM "espalier_fact" c
SELECT c."state", c."name", c."value" FROM "espalier_meta" c
SELECT t."id", t."_version" FROM "book" t WHERE t."id" = ? ORDER BY t."id" FOR UPDATE
SELECT c."value" FROM "espalier_meta" c WHERE (c."state" = ? AND c."name" = ?)
DELETE FROM "book" WHERE "id" = ?
DELETE FROM "book_chapters" WHERE "owner" = ?
DELETE FROM "book_tags" WHERE "owner" = ?
DELETE FROM "book_readers" WHERE "owner" = ?
DELETE FROM "book_ratings" WHERE "owner" = ?
DELETE FROM "book_letters" WHERE "owner" = ?
DELETE FROM "book_remarks" WHERE "owner" = ?
