-- Inserts a chapter in front of eight others.
== SQLite
UPDATE "book" SET "_version" = ? WHERE "id" = ? AND "_version" = ?
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
INSERT INTO "book_chapters" ("owner", "pos", "value") VALUES (?,?,?), ... (9 rows) ON CONFLICT ("owner", "pos") DO UPDATE SET "value" = excluded."value"
== MySQL, MariaDB, TiDB
UPDATE `book` SET `_version` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
INSERT INTO `book_chapters` (`owner`, `pos`, `value`) VALUES (?,?,?), ... (9 rows) ON DUPLICATE KEY UPDATE `value` = VALUES(`value`)
== PostgreSQL
UPDATE "book" SET "_version" = ? WHERE "id" = ? AND "_version" = ?
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
INSERT INTO "book_chapters" ("owner", "pos", "value") SELECT c0, c1, c2 FROM unnest(CAST(? AS bigint[]), CAST(? AS bigint[]), CAST(? AS text[])) AS r (c0, c1, c2) ON CONFLICT ("owner", "pos") DO UPDATE SET "value" = excluded."value"
