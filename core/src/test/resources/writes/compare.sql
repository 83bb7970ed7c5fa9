-- Stores a book of which only the version is known, and a title has changed: what is stored is compared.
== SQLite
SELECT t."id", t."_version", t."name", t."teacher_id" FROM "author" t WHERE t."id" IN (SELECT value FROM json_each(?)) ORDER BY t."id"
SELECT t."id", t."_version", t."title", t."isbn", t."shelf", t."author_id", t."price", t."price_amount", t."price_amount_scale", t."price_currency", t."due" FROM "book" t WHERE t."id" = +? ORDER BY t."id"
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = +? ORDER BY t."owner", t."pos"
== MySQL, MariaDB, TiDB
SELECT t.`id`, t.`_version`, t.`name`, t.`teacher_id` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id`
SELECT t.`id`, t.`_version`, t.`title`, t.`isbn`, t.`shelf`, t.`author_id`, t.`price`, t.`price_amount`, t.`price_amount_scale`, t.`price_currency`, t.`due` FROM `book` t WHERE t.`id` = ? ORDER BY t.`id`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_chapters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value` FROM `book_tags` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`target` FROM `book_readers` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key`, t.`value` FROM `book_ratings` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`key_id`, t.`value` FROM `book_letters` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
SELECT t.`owner`, t.`pos`, t.`value`, t.`by_id`, t.`text` FROM `book_remarks` t WHERE t.`owner` = ? ORDER BY t.`owner`, t.`pos`
== PostgreSQL
SELECT t."id", t."_version", t."name", t."teacher_id" FROM "author" t WHERE t."id" = ANY(?) ORDER BY t."id"
SELECT t."id", t."_version", t."title", t."isbn", t."shelf", t."author_id", t."price", t."price_amount", t."price_amount_scale", t."price_currency", t."due" FROM "book" t WHERE t."id" = ? ORDER BY t."id"
SELECT t."owner", t."pos", t."value" FROM "book_chapters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value" FROM "book_tags" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."target" FROM "book_readers" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key", t."value" FROM "book_ratings" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."key_id", t."value" FROM "book_letters" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
SELECT t."owner", t."pos", t."value", t."by_id", t."text" FROM "book_remarks" t WHERE t."owner" = ? ORDER BY t."owner", t."pos"
