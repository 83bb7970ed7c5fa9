-- Replaces what is stored of a book, whatever it is.
== SQLite
SELECT t."id", t."_version" FROM "book" t WHERE t."id" = +? ORDER BY t."id"
SELECT t."id", t."_version", t."name", t."teacher_id" FROM "author" t WHERE t."id" IN (SELECT value FROM json_each(?)) ORDER BY t."id"
SELECT t."id", t."_version", t."title", t."isbn", t."shelf", t."author_id", t."price", t."price_amount", t."price_amount_scale", t."price_currency", t."due" FROM "book" t WHERE t."id" = +? ORDER BY t."id"
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "author_id" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
INSERT INTO "book_chapters" ("owner", "pos", "value") VALUES (?,?,?) ON CONFLICT ("owner", "pos") DO UPDATE SET "value" = excluded."value"
DELETE FROM "book_tags" WHERE "owner" = ? AND "pos" >= ?
SELECT count(*) FROM (VALUES (?)) i CROSS JOIN "author" t ON t."id" = i.column1
== MySQL
SELECT t.`id`, t.`_version` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
SELECT t.`id`, t.`_version`, t.`name`, t.`teacher_id` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id`
SELECT t.`id`, t.`_version`, t.`title`, t.`isbn`, t.`shelf`, t.`author_id`, t.`price`, t.`price_amount`, t.`price_amount_scale`, t.`price_currency`, t.`due` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `author_id` = ?, `price` = ?, `price_amount` = ?, `price_amount_scale` = ?, `price_currency` = ?, `due` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
INSERT INTO `book_chapters` (`owner`, `pos`, `value`) VALUES (?,?,?) ON DUPLICATE KEY UPDATE `value` = VALUES(`value`)
DELETE FROM `book_tags` WHERE `owner` = ? AND `pos` >= ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR SHARE
== MariaDB
SELECT t.`id`, t.`_version` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
SELECT t.`id`, t.`_version`, t.`name`, t.`teacher_id` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id`
SELECT t.`id`, t.`_version`, t.`title`, t.`isbn`, t.`shelf`, t.`author_id`, t.`price`, t.`price_amount`, t.`price_amount_scale`, t.`price_currency`, t.`due` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `author_id` = ?, `price` = ?, `price_amount` = ?, `price_amount_scale` = ?, `price_currency` = ?, `due` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
INSERT INTO `book_chapters` (`owner`, `pos`, `value`) VALUES (?,?,?) ON DUPLICATE KEY UPDATE `value` = VALUES(`value`)
DELETE FROM `book_tags` WHERE `owner` = ? AND `pos` >= ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` LOCK IN SHARE MODE
== PostgreSQL
SELECT t."id", t."_version" FROM "book" t WHERE t."id" = ? ORDER BY t."id" FOR NO KEY UPDATE
SELECT t."id", t."_version", t."name", t."teacher_id" FROM "author" t WHERE t."id" = ANY(?) ORDER BY t."id"
SELECT t."id", t."_version", t."title", t."isbn", t."shelf", t."author_id", t."price", t."price_amount", t."price_amount_scale", t."price_currency", t."due" FROM "book" t WHERE t."id" = ? ORDER BY t."id"
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "author_id" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
INSERT INTO "book_chapters" ("owner", "pos", "value") VALUES (?,?,?) ON CONFLICT ("owner", "pos") DO UPDATE SET "value" = excluded."value"
DELETE FROM "book_tags" WHERE "owner" = ? AND "pos" >= ?
SELECT count(*) FROM (SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ? ORDER BY t."id" FOR KEY SHARE) l
== TiDB
SELECT t.`id`, t.`_version` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
SELECT t.`id`, t.`_version`, t.`name`, t.`teacher_id` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id`
SELECT t.`id`, t.`_version`, t.`title`, t.`isbn`, t.`shelf`, t.`author_id`, t.`price`, t.`price_amount`, t.`price_amount_scale`, t.`price_currency`, t.`due` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `author_id` = ?, `price` = ?, `price_amount` = ?, `price_amount_scale` = ?, `price_currency` = ?, `due` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
INSERT INTO `book_chapters` (`owner`, `pos`, `value`) VALUES (?,?,?) ON DUPLICATE KEY UPDATE `value` = VALUES(`value`)
DELETE FROM `book_tags` WHERE `owner` = ? AND `pos` >= ?
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
