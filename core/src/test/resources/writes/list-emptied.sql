-- Takes all chapters of a book away.
== SQLite
UPDATE "book" SET "_version" = ? WHERE "id" = ? AND "_version" = ?
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
DELETE FROM "book_chapters" WHERE "owner" = ? AND "pos" >= ?
== MySQL, MariaDB, TiDB
UPDATE `book` SET `_version` = ? WHERE `id` = ? AND `_version` = ?
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
DELETE FROM `book_chapters` WHERE `owner` = ? AND `pos` >= ?
== PostgreSQL
UPDATE "book" SET "_version" = ? WHERE "id" = ? AND "_version" = ?
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
DELETE FROM "book_chapters" WHERE "owner" = ? AND "pos" >= ?
