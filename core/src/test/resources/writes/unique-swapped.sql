-- Swaps the values of two unique fields that may be null between two books.
== SQLite
SELECT t."id", t."isbn", t."shelf" FROM "book" t WHERE t."id" IN (SELECT value FROM json_each(?))
UPDATE "book" SET "isbn" = NULL WHERE "id" IN (SELECT value FROM json_each(?))
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
== MySQL, MariaDB, TiDB
SELECT t.`id`, t.`isbn`, t.`shelf` FROM `book` t WHERE t.`id` IN (?,?)
UPDATE `book` SET `isbn` = NULL WHERE `id` IN (?,?)
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `price` = ?, `price_amount` = ?, `price_amount_scale` = ?, `price_currency` = ?, `due` = ? WHERE `id` = ? AND `_version` = ?
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `price` = ?, `price_amount` = ?, `price_amount_scale` = ?, `price_currency` = ?, `due` = ? WHERE `id` = ? AND `_version` = ?
== PostgreSQL
SELECT t."id", t."isbn", t."shelf" FROM "book" t WHERE t."id" = ANY(?)
UPDATE "book" SET "isbn" = NULL WHERE "id" = ANY(?)
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
