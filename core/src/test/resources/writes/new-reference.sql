-- Stores a new book that refers to an author that was stored before.
== SQLite
INSERT INTO "book" ("id", "_version", "title", "isbn", "shelf", "author_id", "price", "price_amount", "price_amount_scale", "price_currency", "due") VALUES (?,?,?,?,?,?,?,?,?,?,?)
SELECT count(*) FROM (VALUES (?)) i CROSS JOIN "author" t ON t."id" = i.column1
== MySQL
INSERT INTO `book` (`id`, `_version`, `title`, `isbn`, `shelf`, `author_id`, `price`, `price_amount`, `price_amount_scale`, `price_currency`, `due`) VALUES (?,?,?,?,?,?,?,?,?,?,?)
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR SHARE
== MariaDB
INSERT INTO `book` (`id`, `_version`, `title`, `isbn`, `shelf`, `author_id`, `price`, `price_amount`, `price_amount_scale`, `price_currency`, `due`) VALUES (?,?,?,?,?,?,?,?,?,?,?)
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` LOCK IN SHARE MODE
== PostgreSQL
INSERT INTO "book" ("id", "_version", "title", "isbn", "shelf", "author_id", "price", "price_amount", "price_amount_scale", "price_currency", "due") VALUES (?,?,?,?,?,?,?,?,?,?,?)
SELECT count(*) FROM (SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ? ORDER BY t."id" FOR KEY SHARE) l
== TiDB
INSERT INTO `book` (`id`, `_version`, `title`, `isbn`, `shelf`, `author_id`, `price`, `price_amount`, `price_amount_scale`, `price_currency`, `due`) VALUES (?,?,?,?,?,?,?,?,?,?,?)
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
