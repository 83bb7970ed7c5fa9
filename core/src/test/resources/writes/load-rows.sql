-- Keeps account of a bulk load: begins it, shows that it is alive, marks it as lost, takes its rows away.
== SQLite
INSERT INTO "espalier_loads" ("first", "count", "load", "purpose", "touched") VALUES (?, ?, ?, ?, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))
INSERT INTO "espalier_loads" ("first", "count", "load", "purpose", "touched") VALUES (?, ?, ?, ?, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))
UPDATE "espalier_loads" SET "touched" = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) WHERE "load" = ? AND "touched" > 0
UPDATE "espalier_loads" SET "touched" = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) WHERE "first" = ?
SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)
SELECT c."value" FROM "espalier_meta" c WHERE (c."state" = ? AND c."name" = ?)
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE l."load" = ?
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE (l."first" = ? AND l."load" = ?)
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE (l."first" = ? AND l."load" = ?)
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE 1 = 1
UPDATE "espalier_loads" SET "touched" = 0 WHERE "first" = ?
DELETE FROM "author" WHERE "id" BETWEEN ? AND ?
DELETE FROM "book" WHERE "id" BETWEEN ? AND ?
DELETE FROM "book_chapters" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_letters" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_ratings" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_readers" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_remarks" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_tags" WHERE "owner" BETWEEN ? AND ?
UPDATE "espalier_loads" SET "count" = ? WHERE "first" = ?
DELETE FROM "espalier_loads" WHERE "first" = ?
DELETE FROM "espalier_loads" WHERE "load" = ?
== MySQL
INSERT INTO `espalier_loads` (`first`, `count`, `load`, `purpose`, `touched`) VALUES (?, ?, ?, ?, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000))
INSERT INTO `espalier_loads` (`first`, `count`, `load`, `purpose`, `touched`) VALUES (?, ?, ?, ?, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000))
UPDATE `espalier_loads` SET `touched` = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000) WHERE `load` = ? AND `touched` > 0
UPDATE `espalier_loads` SET `touched` = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000) WHERE `first` = ?
SELECT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)
SELECT c.`value` FROM `espalier_meta` c WHERE (c.`state` = ? AND c.`name` = ?) FOR SHARE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE l.`load` = ?
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE (l.`first` = ? AND l.`load` = ?) FOR UPDATE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE (l.`first` = ? AND l.`load` = ?) FOR UPDATE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE 1 = 1
UPDATE `espalier_loads` SET `touched` = 0 WHERE `first` = ?
DELETE FROM `author` WHERE `id` BETWEEN ? AND ?
DELETE FROM `book` WHERE `id` BETWEEN ? AND ?
DELETE FROM `book_chapters` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_letters` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_ratings` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_readers` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_remarks` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_tags` WHERE `owner` BETWEEN ? AND ?
UPDATE `espalier_loads` SET `count` = ? WHERE `first` = ?
DELETE FROM `espalier_loads` WHERE `first` = ?
DELETE FROM `espalier_loads` WHERE `load` = ?
== MariaDB
INSERT INTO `espalier_loads` (`first`, `count`, `load`, `purpose`, `touched`) VALUES (?, ?, ?, ?, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000))
INSERT INTO `espalier_loads` (`first`, `count`, `load`, `purpose`, `touched`) VALUES (?, ?, ?, ?, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000))
UPDATE `espalier_loads` SET `touched` = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000) WHERE `load` = ? AND `touched` > 0
UPDATE `espalier_loads` SET `touched` = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000) WHERE `first` = ?
SELECT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)
SELECT c.`value` FROM `espalier_meta` c WHERE (c.`state` = ? AND c.`name` = ?) LOCK IN SHARE MODE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE l.`load` = ?
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE (l.`first` = ? AND l.`load` = ?) FOR UPDATE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE (l.`first` = ? AND l.`load` = ?) FOR UPDATE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE 1 = 1
UPDATE `espalier_loads` SET `touched` = 0 WHERE `first` = ?
DELETE FROM `author` WHERE `id` BETWEEN ? AND ?
DELETE FROM `book` WHERE `id` BETWEEN ? AND ?
DELETE FROM `book_chapters` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_letters` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_ratings` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_readers` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_remarks` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_tags` WHERE `owner` BETWEEN ? AND ?
UPDATE `espalier_loads` SET `count` = ? WHERE `first` = ?
DELETE FROM `espalier_loads` WHERE `first` = ?
DELETE FROM `espalier_loads` WHERE `load` = ?
== PostgreSQL
INSERT INTO "espalier_loads" ("first", "count", "load", "purpose", "touched") VALUES (?, ?, ?, ?, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint))
INSERT INTO "espalier_loads" ("first", "count", "load", "purpose", "touched") VALUES (?, ?, ?, ?, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint))
UPDATE "espalier_loads" SET "touched" = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint) WHERE "load" = ? AND "touched" > 0
UPDATE "espalier_loads" SET "touched" = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint) WHERE "first" = ?
SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)
SELECT c."value" FROM "espalier_meta" c WHERE (c."state" = ? AND c."name" = ?) FOR KEY SHARE
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE l."load" = ?
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE (l."first" = ? AND l."load" = ?) FOR UPDATE
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE (l."first" = ? AND l."load" = ?) FOR UPDATE
SELECT l."first", l."count", l."load", l."purpose", l."touched" FROM "espalier_loads" l WHERE 1 = 1
UPDATE "espalier_loads" SET "touched" = 0 WHERE "first" = ?
DELETE FROM "author" WHERE "id" BETWEEN ? AND ?
DELETE FROM "book" WHERE "id" BETWEEN ? AND ?
DELETE FROM "book_chapters" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_letters" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_ratings" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_readers" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_remarks" WHERE "owner" BETWEEN ? AND ?
DELETE FROM "book_tags" WHERE "owner" BETWEEN ? AND ?
UPDATE "espalier_loads" SET "count" = ? WHERE "first" = ?
DELETE FROM "espalier_loads" WHERE "first" = ?
DELETE FROM "espalier_loads" WHERE "load" = ?
== TiDB
INSERT INTO `espalier_loads` (`first`, `count`, `load`, `purpose`, `touched`) VALUES (?, ?, ?, ?, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000))
INSERT INTO `espalier_loads` (`first`, `count`, `load`, `purpose`, `touched`) VALUES (?, ?, ?, ?, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000))
UPDATE `espalier_loads` SET `touched` = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000) WHERE `load` = ? AND `touched` > 0
UPDATE `espalier_loads` SET `touched` = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000) WHERE `first` = ?
SELECT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)
SELECT c.`value` FROM `espalier_meta` c WHERE (c.`state` = ? AND c.`name` = ?) FOR UPDATE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE l.`load` = ?
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE (l.`first` = ? AND l.`load` = ?) FOR UPDATE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE (l.`first` = ? AND l.`load` = ?) FOR UPDATE
SELECT l.`first`, l.`count`, l.`load`, l.`purpose`, l.`touched` FROM `espalier_loads` l WHERE 1 = 1
UPDATE `espalier_loads` SET `touched` = 0 WHERE `first` = ?
DELETE FROM `author` WHERE `id` BETWEEN ? AND ?
DELETE FROM `book` WHERE `id` BETWEEN ? AND ?
DELETE FROM `book_chapters` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_letters` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_ratings` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_readers` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_remarks` WHERE `owner` BETWEEN ? AND ?
DELETE FROM `book_tags` WHERE `owner` BETWEEN ? AND ?
UPDATE `espalier_loads` SET `count` = ? WHERE `first` = ?
DELETE FROM `espalier_loads` WHERE `first` = ?
DELETE FROM `espalier_loads` WHERE `load` = ?
