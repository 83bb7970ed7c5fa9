-- Swaps the values of two unique fields that are never null between two books.
== SQLite
SELECT t."id", t."isbn", t."shelf" FROM "book" t WHERE t."id" IN (SELECT value FROM json_each(?))
SELECT t."id" FROM "book" t WHERE t."shelf" = ?
UPDATE "book" SET "shelf" = ? WHERE "id" = +?
SELECT t."id" FROM "book" t WHERE t."shelf" = ?
UPDATE "book" SET "shelf" = ? WHERE "id" = +?
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
== MySQL, MariaDB, TiDB
SELECT t.`id`, t.`isbn`, t.`shelf` FROM `book` t WHERE t.`id` IN (?,?)
SELECT t.`id` FROM `book` t WHERE t.`shelf` = ?
UPDATE `book` SET `shelf` = ? WHERE `id` = ?
SELECT t.`id` FROM `book` t WHERE t.`shelf` = ?
UPDATE `book` SET `shelf` = ? WHERE `id` = ?
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `price` = ?, `price_amount` = ?, `price_amount_scale` = ?, `price_currency` = ?, `due` = ? WHERE `id` = ? AND `_version` = ?
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `price` = ?, `price_amount` = ?, `price_amount_scale` = ?, `price_currency` = ?, `due` = ? WHERE `id` = ? AND `_version` = ?
== PostgreSQL
SELECT t."id", t."isbn", t."shelf" FROM "book" t WHERE t."id" = ANY(?)
SELECT t."id" FROM "book" t WHERE t."shelf" = ?
UPDATE "book" SET "shelf" = ? WHERE "id" = ?
SELECT t."id" FROM "book" t WHERE t."shelf" = ?
UPDATE "book" SET "shelf" = ? WHERE "id" = ?
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
