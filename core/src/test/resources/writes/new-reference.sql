-- Stores a new book that refers to an author that was stored before.
== SQLite
SELECT t."id", t."_version" FROM "author" t WHERE t."id" IN (SELECT value FROM json_each(?)) ORDER BY t."id"
INSERT INTO "book" ("id", "_version", "title", "isbn", "shelf", "author_id", "price", "price_amount", "price_amount_scale", "price_currency", "due") VALUES (?,?,?,?,?,?,?,?,?,?,?)
== MySQL
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (1) ORDER BY t.`id` FOR SHARE
INSERT INTO `book` (`id`, `_version`, `title`, `isbn`, `shelf`, `author_id`, `price`, `price_amount`, `price_amount_scale`, `price_currency`, `due`) VALUES (?,?,?,?,?,?,?,?,?,?,?)
== MariaDB
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (1) ORDER BY t.`id` LOCK IN SHARE MODE
INSERT INTO `book` (`id`, `_version`, `title`, `isbn`, `shelf`, `author_id`, `price`, `price_amount`, `price_amount_scale`, `price_currency`, `due`) VALUES (?,?,?,?,?,?,?,?,?,?,?)
== PostgreSQL
SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ? ORDER BY t."id" FOR KEY SHARE
INSERT INTO "book" ("id", "_version", "title", "isbn", "shelf", "author_id", "price", "price_amount", "price_amount_scale", "price_currency", "due") VALUES (?,?,?,?,?,?,?,?,?,?,?)
== TiDB
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (1) ORDER BY t.`id` FOR UPDATE
INSERT INTO `book` (`id`, `_version`, `title`, `isbn`, `shelf`, `author_id`, `price`, `price_amount`, `price_amount_scale`, `price_currency`, `due`) VALUES (?,?,?,?,?,?,?,?,?,?,?)
