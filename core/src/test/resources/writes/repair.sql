-- Checks a damaged database and repairs it.
== SQLite
SELECT tbl_name, name FROM sqlite_master WHERE type = 'index'
SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE 1 = 1
SELECT i."next" FROM "espalier_ids" i WHERE i."name" = ?
SELECT COUNT(*) - COUNT(DISTINCT "id") FROM (SELECT r."id" FROM "author" r UNION ALL SELECT r."id" FROM "book" r) u
SELECT COUNT(*) FROM (SELECT r."id" FROM "author" r WHERE r."id" >= ?) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "author" r WHERE (r."_version" IS NULL OR r."_version" < 0)) c
SELECT DISTINCT * FROM (SELECT r."id" FROM "author" r WHERE (r."_version" IS NULL OR r."_version" < 0)) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE r."id" >= ?) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE (r."_version" IS NULL OR r."_version" < 0)) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE ((r."price" IS NULL AND (NOT (r."price_amount" IS NULL) OR NOT (r."price_amount_scale" IS NULL) OR NOT (r."price_currency" IS NULL))) OR (r."price_amount_scale" IS NULL AND NOT (r."price_amount" IS NULL)) OR r."shelf" IS NULL)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE (r."value" IS NULL AND (NOT (r."by_id" IS NULL) OR NOT (r."text" IS NULL)))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_letters" r WHERE (NOT (r."key_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."key_id")))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r WHERE (NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target")))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r WHERE ((NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."target")))) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_readers" r WHERE ((NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."target")))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r WHERE ((NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target"))) AND EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."target"))) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "author" r WHERE (NOT (r."teacher_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."teacher_id")))) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE (NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id")))) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE ((NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."author_id")))) c
SELECT DISTINCT * FROM (SELECT r."id" FROM "book" r WHERE ((NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."author_id")))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE ((NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id"))) AND EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."author_id"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE (NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id")))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE ((NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."by_id")))) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_remarks" r WHERE ((NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."by_id")))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE ((NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id"))) AND EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."by_id"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_chapters" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_letters" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_letters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_letters" r GROUP BY r."key_id", r."owner" HAVING COUNT(*) > 1) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_ratings" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_ratings" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_ratings" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_ratings" r GROUP BY r."key", r."owner" HAVING COUNT(*) > 1) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_tags" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_tags" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_tags" r GROUP BY r."value", r."owner" HAVING COUNT(*) > 1) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_tags" r GROUP BY r."value", r."owner" HAVING COUNT(*) > 1) d ORDER BY 1 LIMIT 5
UPDATE "author" SET "_version" = 0 WHERE ("_version" IS NULL OR "_version" < 0)
UPDATE "book" SET "author_id" = NULL, "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT DISTINCT r."id" FROM "book" r WHERE (NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id")))) d)
DELETE FROM "book_chapters" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_chapters" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
SELECT COUNT(*) FROM "book_chapters" r WHERE r."owner" IN (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
SELECT MAX(r."pos") FROM "book_chapters" r
INSERT INTO "book_chapters" ("owner", "pos", "value") SELECT r."owner", 1 + COUNT(*) OVER (PARTITION BY r."owner" ORDER BY r."pos" ROWS UNBOUNDED PRECEDING), r."value" FROM "book_chapters" r WHERE r."owner" IN (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1))
DELETE FROM "book_chapters" WHERE NOT ("pos" BETWEEN 2 AND 2) AND "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_chapters" r WHERE r."pos" BETWEEN 2 AND 2) d)
UPDATE "book_chapters" SET "pos" = "pos" - 2 WHERE "pos" BETWEEN 2 AND 2
DELETE FROM "book_ratings" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_ratings" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_ratings" r GROUP BY r."key", r."owner" HAVING COUNT(*) > 1 UNION SELECT r."owner" FROM "book_ratings" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
DELETE FROM "book_ratings" WHERE ("owner", "pos") IN (SELECT "owner", "pos" FROM (SELECT r."owner", r."pos", ROW_NUMBER() OVER (PARTITION BY r."owner", r."key" ORDER BY r."pos" DESC) AS nth FROM "book_ratings" r) n WHERE nth > 1)
SELECT COUNT(*) FROM "book_ratings" r WHERE r."owner" IN (SELECT r."owner" FROM "book_ratings" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
DELETE FROM "book_readers" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_readers" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_readers" r WHERE (NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target"))) UNION SELECT r."owner" FROM "book_readers" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
DELETE FROM "book_readers" WHERE ("owner", "pos") IN (SELECT * FROM (SELECT DISTINCT r."owner", r."pos" FROM "book_readers" r WHERE (NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target")))) d)
SELECT COUNT(*) FROM "book_readers" r WHERE r."owner" IN (SELECT r."owner" FROM "book_readers" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
DELETE FROM "book_remarks" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_remarks" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_remarks" r WHERE (NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id"))) UNION SELECT r."owner" FROM "book_remarks" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
UPDATE "book_remarks" SET "by_id" = NULL WHERE ("owner", "pos") IN (SELECT * FROM (SELECT DISTINCT r."owner", r."pos" FROM "book_remarks" r WHERE (NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id")))) d)
SELECT COUNT(*) FROM "book_remarks" r WHERE r."owner" IN (SELECT r."owner" FROM "book_remarks" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
DELETE FROM "book_tags" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_tags" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_tags" r GROUP BY r."value", r."owner" HAVING COUNT(*) > 1 UNION SELECT r."owner" FROM "book_tags" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
DELETE FROM "book_tags" WHERE ("owner", "pos") IN (SELECT "owner", "pos" FROM (SELECT r."owner", r."pos", ROW_NUMBER() OVER (PARTITION BY r."owner", r."value" ORDER BY r."pos") AS nth FROM "book_tags" r) n WHERE nth > 1)
SELECT COUNT(*) FROM "book_tags" r WHERE r."owner" IN (SELECT r."owner" FROM "book_tags" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
== MySQL, MariaDB, TiDB
SELECT DISTINCT table_name, index_name FROM information_schema.statistics WHERE table_schema = DATABASE()
SELECT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE 1 = 1
SELECT i.`next` FROM `espalier_ids` i WHERE i.`name` = ?
SELECT COUNT(*) - COUNT(DISTINCT `id`) FROM (SELECT r.`id` FROM `author` r UNION ALL SELECT r.`id` FROM `book` r) u
SELECT COUNT(*) FROM (SELECT r.`id` FROM `author` r WHERE r.`id` >= ?) c
SELECT COUNT(*) FROM (SELECT r.`id` FROM `author` r WHERE (r.`_version` IS NULL OR r.`_version` < 0)) c
SELECT DISTINCT * FROM (SELECT r.`id` FROM `author` r WHERE (r.`_version` IS NULL OR r.`_version` < 0)) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r.`id` FROM `book` r WHERE r.`id` >= ?) c
SELECT COUNT(*) FROM (SELECT r.`id` FROM `book` r WHERE (r.`_version` IS NULL OR r.`_version` < 0)) c
SELECT COUNT(*) FROM (SELECT r.`id` FROM `book` r WHERE ((r.`price` IS NULL AND (NOT (r.`price_amount` IS NULL) OR NOT (r.`price_amount_scale` IS NULL) OR NOT (r.`price_currency` IS NULL))) OR (r.`price_amount_scale` IS NULL AND NOT (r.`price_amount` IS NULL)) OR r.`shelf` IS NULL)) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_remarks` r WHERE (r.`value` IS NULL AND (NOT (r.`by_id` IS NULL) OR NOT (r.`text` IS NULL)))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_letters` r WHERE (NOT (r.`key_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`key_id`)))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_readers` r WHERE (NOT (r.`target` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`target`)))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_readers` r WHERE ((NOT (r.`target` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`target`))) AND NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`target`)))) c
SELECT DISTINCT * FROM (SELECT r.`owner` FROM `book_readers` r WHERE ((NOT (r.`target` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`target`))) AND NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`target`)))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_readers` r WHERE ((NOT (r.`target` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`target`))) AND EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`target`))) c
SELECT COUNT(*) FROM (SELECT r.`id` FROM `author` r WHERE (NOT (r.`teacher_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`teacher_id`)))) c
SELECT COUNT(*) FROM (SELECT r.`id` FROM `book` r WHERE (NOT (r.`author_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`author_id`)))) c
SELECT COUNT(*) FROM (SELECT r.`id` FROM `book` r WHERE ((NOT (r.`author_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`author_id`))) AND NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`author_id`)))) c
SELECT DISTINCT * FROM (SELECT r.`id` FROM `book` r WHERE ((NOT (r.`author_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`author_id`))) AND NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`author_id`)))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r.`id` FROM `book` r WHERE ((NOT (r.`author_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`author_id`))) AND EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`author_id`))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_remarks` r WHERE (NOT (r.`by_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`by_id`)))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_remarks` r WHERE ((NOT (r.`by_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`by_id`))) AND NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`by_id`)))) c
SELECT DISTINCT * FROM (SELECT r.`owner` FROM `book_remarks` r WHERE ((NOT (r.`by_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`by_id`))) AND NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`by_id`)))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_remarks` r WHERE ((NOT (r.`by_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`by_id`))) AND EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`by_id`))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_chapters` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_chapters` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) c
SELECT DISTINCT * FROM (SELECT r.`owner` FROM `book_chapters` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_letters` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_letters` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_letters` r GROUP BY r.`key_id`, r.`owner` HAVING COUNT(*) > 1) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_ratings` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) c
SELECT DISTINCT * FROM (SELECT r.`owner` FROM `book_ratings` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_ratings` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_ratings` r GROUP BY SHA2(r.`key`, 256), r.`owner` HAVING COUNT(*) > 1) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_readers` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_readers` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_remarks` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_remarks` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_tags` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_tags` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r.`owner` FROM `book_tags` r GROUP BY SHA2(r.`value`, 256), r.`owner` HAVING COUNT(*) > 1) c
SELECT DISTINCT * FROM (SELECT r.`owner` FROM `book_tags` r GROUP BY SHA2(r.`value`, 256), r.`owner` HAVING COUNT(*) > 1) d ORDER BY 1 LIMIT 5
UPDATE `author` SET `_version` = 0 WHERE (`_version` IS NULL OR `_version` < 0)
UPDATE `book` SET `author_id` = NULL, `_version` = `_version` + 1 WHERE `id` IN (SELECT * FROM (SELECT DISTINCT r.`id` FROM `book` r WHERE (NOT (r.`author_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`author_id`)))) d)
DELETE FROM `book_chapters` WHERE `owner` IN (SELECT * FROM (SELECT DISTINCT r.`owner` FROM `book_chapters` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) d)
UPDATE `book` SET `_version` = `_version` + 1 WHERE `id` IN (SELECT * FROM (SELECT r.`owner` FROM `book_chapters` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) d)
SELECT COUNT(*) FROM `book_chapters` r WHERE r.`owner` IN (SELECT r.`owner` FROM `book_chapters` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) GROUP BY r.`owner`
SELECT MAX(r.`pos`) FROM `book_chapters` r
INSERT INTO `book_chapters` (`owner`, `pos`, `value`) SELECT r.`owner`, 1 + COUNT(*) OVER (PARTITION BY r.`owner` ORDER BY r.`pos` ROWS UNBOUNDED PRECEDING), r.`value` FROM `book_chapters` r WHERE r.`owner` IN (SELECT r.`owner` FROM `book_chapters` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1))
DELETE FROM `book_chapters` WHERE NOT (`pos` BETWEEN 2 AND 2) AND `owner` IN (SELECT * FROM (SELECT DISTINCT r.`owner` FROM `book_chapters` r WHERE r.`pos` BETWEEN 2 AND 2) d)
UPDATE `book_chapters` SET `pos` = `pos` - 2 WHERE `pos` BETWEEN 2 AND 2
DELETE FROM `book_ratings` WHERE `owner` IN (SELECT * FROM (SELECT DISTINCT r.`owner` FROM `book_ratings` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) d)
UPDATE `book` SET `_version` = `_version` + 1 WHERE `id` IN (SELECT * FROM (SELECT r.`owner` FROM `book_ratings` r GROUP BY SHA2(r.`key`, 256), r.`owner` HAVING COUNT(*) > 1 UNION SELECT r.`owner` FROM `book_ratings` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) d)
DELETE FROM `book_ratings` WHERE (`owner`, `pos`) IN (SELECT `owner`, `pos` FROM (SELECT r.`owner`, r.`pos`, ROW_NUMBER() OVER (PARTITION BY r.`owner`, SHA2(r.`key`, 256) ORDER BY r.`pos` DESC) AS nth FROM `book_ratings` r) n WHERE nth > 1)
SELECT COUNT(*) FROM `book_ratings` r WHERE r.`owner` IN (SELECT r.`owner` FROM `book_ratings` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) GROUP BY r.`owner`
DELETE FROM `book_readers` WHERE `owner` IN (SELECT * FROM (SELECT DISTINCT r.`owner` FROM `book_readers` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) d)
UPDATE `book` SET `_version` = `_version` + 1 WHERE `id` IN (SELECT * FROM (SELECT r.`owner` FROM `book_readers` r WHERE (NOT (r.`target` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`target`))) UNION SELECT r.`owner` FROM `book_readers` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) d)
DELETE FROM `book_readers` WHERE (`owner`, `pos`) IN (SELECT * FROM (SELECT DISTINCT r.`owner`, r.`pos` FROM `book_readers` r WHERE (NOT (r.`target` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`target`)))) d)
SELECT COUNT(*) FROM `book_readers` r WHERE r.`owner` IN (SELECT r.`owner` FROM `book_readers` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) GROUP BY r.`owner`
DELETE FROM `book_remarks` WHERE `owner` IN (SELECT * FROM (SELECT DISTINCT r.`owner` FROM `book_remarks` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) d)
UPDATE `book` SET `_version` = `_version` + 1 WHERE `id` IN (SELECT * FROM (SELECT r.`owner` FROM `book_remarks` r WHERE (NOT (r.`by_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`by_id`))) UNION SELECT r.`owner` FROM `book_remarks` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) d)
UPDATE `book_remarks` SET `by_id` = NULL WHERE (`owner`, `pos`) IN (SELECT * FROM (SELECT DISTINCT r.`owner`, r.`pos` FROM `book_remarks` r WHERE (NOT (r.`by_id` IS NULL) AND NOT (EXISTS (SELECT 1 FROM `author` t WHERE t.`id` = r.`by_id`)))) d)
SELECT COUNT(*) FROM `book_remarks` r WHERE r.`owner` IN (SELECT r.`owner` FROM `book_remarks` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) GROUP BY r.`owner`
DELETE FROM `book_tags` WHERE `owner` IN (SELECT * FROM (SELECT DISTINCT r.`owner` FROM `book_tags` r WHERE NOT (EXISTS (SELECT 1 FROM `book` t WHERE t.`id` = r.`owner`))) d)
UPDATE `book` SET `_version` = `_version` + 1 WHERE `id` IN (SELECT * FROM (SELECT r.`owner` FROM `book_tags` r GROUP BY SHA2(r.`value`, 256), r.`owner` HAVING COUNT(*) > 1 UNION SELECT r.`owner` FROM `book_tags` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) d)
DELETE FROM `book_tags` WHERE (`owner`, `pos`) IN (SELECT `owner`, `pos` FROM (SELECT r.`owner`, r.`pos`, ROW_NUMBER() OVER (PARTITION BY r.`owner`, SHA2(r.`value`, 256) ORDER BY r.`pos`) AS nth FROM `book_tags` r) n WHERE nth > 1)
SELECT COUNT(*) FROM `book_tags` r WHERE r.`owner` IN (SELECT r.`owner` FROM `book_tags` r GROUP BY r.`owner` HAVING (MIN(r.`pos`) <> 0 OR MAX(r.`pos`) <> COUNT(*) - 1)) GROUP BY r.`owner`
== PostgreSQL
SELECT t.relname, i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND x.indisvalid
SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE 1 = 1
SELECT i."next" FROM "espalier_ids" i WHERE i."name" = ?
SELECT COUNT(*) - COUNT(DISTINCT "id") FROM (SELECT r."id" FROM "author" r UNION ALL SELECT r."id" FROM "book" r) u
SELECT COUNT(*) FROM (SELECT r."id" FROM "author" r WHERE r."id" >= ?) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "author" r WHERE (r."_version" IS NULL OR r."_version" < 0)) c
SELECT DISTINCT * FROM (SELECT r."id" FROM "author" r WHERE (r."_version" IS NULL OR r."_version" < 0)) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE r."id" >= ?) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE (r."_version" IS NULL OR r."_version" < 0)) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE ((r."price" IS NULL AND (NOT (r."price_amount" IS NULL) OR NOT (r."price_amount_scale" IS NULL) OR NOT (r."price_currency" IS NULL))) OR (r."price_amount_scale" IS NULL AND NOT (r."price_amount" IS NULL)) OR r."shelf" IS NULL)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE (r."value" IS NULL AND (NOT (r."by_id" IS NULL) OR NOT (r."text" IS NULL)))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_letters" r WHERE (NOT (r."key_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."key_id")))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r WHERE (NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target")))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r WHERE ((NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."target")))) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_readers" r WHERE ((NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."target")))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r WHERE ((NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target"))) AND EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."target"))) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "author" r WHERE (NOT (r."teacher_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."teacher_id")))) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE (NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id")))) c
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE ((NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."author_id")))) c
SELECT DISTINCT * FROM (SELECT r."id" FROM "book" r WHERE ((NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."author_id")))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."id" FROM "book" r WHERE ((NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id"))) AND EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."author_id"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE (NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id")))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE ((NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."by_id")))) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_remarks" r WHERE ((NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id"))) AND NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."by_id")))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE ((NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id"))) AND EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."by_id"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_chapters" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_letters" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_letters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_letters" r GROUP BY r."key_id", r."owner" HAVING COUNT(*) > 1) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_ratings" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_ratings" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d ORDER BY 1 LIMIT 5
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_ratings" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_ratings" r GROUP BY r."key", r."owner" HAVING COUNT(*) > 1) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_readers" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_remarks" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_tags" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_tags" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) c
SELECT COUNT(*) FROM (SELECT r."owner" FROM "book_tags" r GROUP BY r."value", r."owner" HAVING COUNT(*) > 1) c
SELECT DISTINCT * FROM (SELECT r."owner" FROM "book_tags" r GROUP BY r."value", r."owner" HAVING COUNT(*) > 1) d ORDER BY 1 LIMIT 5
UPDATE "author" SET "_version" = 0 WHERE ("_version" IS NULL OR "_version" < 0)
UPDATE "book" SET "author_id" = NULL, "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT DISTINCT r."id" FROM "book" r WHERE (NOT (r."author_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."author_id")))) d)
DELETE FROM "book_chapters" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_chapters" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
SELECT COUNT(*) FROM "book_chapters" r WHERE r."owner" IN (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
SELECT MAX(r."pos") FROM "book_chapters" r
INSERT INTO "book_chapters" ("owner", "pos", "value") SELECT r."owner", 1 + COUNT(*) OVER (PARTITION BY r."owner" ORDER BY r."pos" ROWS UNBOUNDED PRECEDING), r."value" FROM "book_chapters" r WHERE r."owner" IN (SELECT r."owner" FROM "book_chapters" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1))
DELETE FROM "book_chapters" WHERE NOT ("pos" BETWEEN 2 AND 2) AND "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_chapters" r WHERE r."pos" BETWEEN 2 AND 2) d)
UPDATE "book_chapters" SET "pos" = "pos" - 2 WHERE "pos" BETWEEN 2 AND 2
DELETE FROM "book_ratings" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_ratings" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_ratings" r GROUP BY r."key", r."owner" HAVING COUNT(*) > 1 UNION SELECT r."owner" FROM "book_ratings" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
DELETE FROM "book_ratings" WHERE ("owner", "pos") IN (SELECT "owner", "pos" FROM (SELECT r."owner", r."pos", ROW_NUMBER() OVER (PARTITION BY r."owner", r."key" ORDER BY r."pos" DESC) AS nth FROM "book_ratings" r) n WHERE nth > 1)
SELECT COUNT(*) FROM "book_ratings" r WHERE r."owner" IN (SELECT r."owner" FROM "book_ratings" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
DELETE FROM "book_readers" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_readers" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_readers" r WHERE (NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target"))) UNION SELECT r."owner" FROM "book_readers" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
DELETE FROM "book_readers" WHERE ("owner", "pos") IN (SELECT * FROM (SELECT DISTINCT r."owner", r."pos" FROM "book_readers" r WHERE (NOT (r."target" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."target")))) d)
SELECT COUNT(*) FROM "book_readers" r WHERE r."owner" IN (SELECT r."owner" FROM "book_readers" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
DELETE FROM "book_remarks" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_remarks" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_remarks" r WHERE (NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id"))) UNION SELECT r."owner" FROM "book_remarks" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
UPDATE "book_remarks" SET "by_id" = NULL WHERE ("owner", "pos") IN (SELECT * FROM (SELECT DISTINCT r."owner", r."pos" FROM "book_remarks" r WHERE (NOT (r."by_id" IS NULL) AND NOT (EXISTS (SELECT 1 FROM "author" t WHERE t."id" = r."by_id")))) d)
SELECT COUNT(*) FROM "book_remarks" r WHERE r."owner" IN (SELECT r."owner" FROM "book_remarks" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
DELETE FROM "book_tags" WHERE "owner" IN (SELECT * FROM (SELECT DISTINCT r."owner" FROM "book_tags" r WHERE NOT (EXISTS (SELECT 1 FROM "book" t WHERE t."id" = r."owner"))) d)
UPDATE "book" SET "_version" = "_version" + 1 WHERE "id" IN (SELECT * FROM (SELECT r."owner" FROM "book_tags" r GROUP BY r."value", r."owner" HAVING COUNT(*) > 1 UNION SELECT r."owner" FROM "book_tags" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) d)
DELETE FROM "book_tags" WHERE ("owner", "pos") IN (SELECT "owner", "pos" FROM (SELECT r."owner", r."pos", ROW_NUMBER() OVER (PARTITION BY r."owner", r."value" ORDER BY r."pos") AS nth FROM "book_tags" r) n WHERE nth > 1)
SELECT COUNT(*) FROM "book_tags" r WHERE r."owner" IN (SELECT r."owner" FROM "book_tags" r GROUP BY r."owner" HAVING (MIN(r."pos") <> 0 OR MAX(r."pos") <> COUNT(*) - 1)) GROUP BY r."owner"
