-- Lets a book refer to an author that was stored before.
== SQLite
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "author_id" = ?, "price" = NULL, "price_amount" = NULL, "price_amount_scale" = NULL, "price_currency" = NULL, "due" = NULL WHERE "id" = ? AND "_version" = ?
SELECT t."id", t."_version" FROM "author" t WHERE t."id" = +? ORDER BY t."id"
== MySQL
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `author_id` = ?, `price` = NULL, `price_amount` = NULL, `price_amount_scale` = NULL, `price_currency` = NULL, `due` = NULL WHERE `id` = ? AND `_version` = ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (2) ORDER BY t.`id` FOR SHARE
== MariaDB
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `author_id` = ?, `price` = NULL, `price_amount` = NULL, `price_amount_scale` = NULL, `price_currency` = NULL, `due` = NULL WHERE `id` = ? AND `_version` = ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (2) ORDER BY t.`id` LOCK IN SHARE MODE
== PostgreSQL
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "author_id" = ?, "price" = NULL, "price_amount" = NULL, "price_amount_scale" = NULL, "price_currency" = NULL, "due" = NULL WHERE "id" = ? AND "_version" = ?
SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ? ORDER BY t."id" FOR KEY SHARE
== TiDB
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `author_id` = ?, `price` = NULL, `price_amount` = NULL, `price_amount_scale` = NULL, `price_currency` = NULL, `due` = NULL WHERE `id` = ? AND `_version` = ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (2) ORDER BY t.`id` FOR UPDATE
