-- Adds an author to a book's readers that was stored before.
== SQLite
UPDATE "book" SET "_version" = ? WHERE "id" = ? AND "_version" = ?
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
INSERT INTO "book_readers" ("owner", "pos", "target") VALUES (?,?,?) ON CONFLICT ("owner", "pos") DO UPDATE SET "target" = excluded."target"
SELECT count(*) FROM (VALUES (?)) i CROSS JOIN "author" t ON t."id" = i.column1
== MySQL
UPDATE `book` SET `_version` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
INSERT INTO `book_readers` (`owner`, `pos`, `target`) VALUES (?,?,?) ON DUPLICATE KEY UPDATE `target` = VALUES(`target`)
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR SHARE
== MariaDB
UPDATE `book` SET `_version` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
INSERT INTO `book_readers` (`owner`, `pos`, `target`) VALUES (?,?,?) ON DUPLICATE KEY UPDATE `target` = VALUES(`target`)
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` LOCK IN SHARE MODE
== PostgreSQL
UPDATE "book" SET "_version" = ? WHERE "id" = ? AND "_version" = ?
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
INSERT INTO "book_readers" ("owner", "pos", "target") VALUES (?,?,?) ON CONFLICT ("owner", "pos") DO UPDATE SET "target" = excluded."target"
SELECT count(*) FROM (SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ? ORDER BY t."id" FOR KEY SHARE) l
== TiDB
UPDATE `book` SET `_version` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
INSERT INTO `book_readers` (`owner`, `pos`, `target`) VALUES (?,?,?) ON DUPLICATE KEY UPDATE `target` = VALUES(`target`)
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` = ? ORDER BY t.`id` FOR UPDATE
