-- Changes the title and the price of a book, and takes its date away.
== SQLite, PostgreSQL
UPDATE "book" SET "_version" = ?, "title" = ?, "isbn" = ?, "shelf" = ?, "price" = ?, "price_amount" = ?, "price_amount_scale" = ?, "price_currency" = ?, "due" = ? WHERE "id" = ? AND "_version" = ?
== MySQL, MariaDB, TiDB
UPDATE `book` SET `_version` = ?, `title` = ?, `isbn` = ?, `shelf` = ?, `price` = ?, `price_amount` = ?, `price_amount_scale` = ?, `price_currency` = ?, `due` = ? WHERE `id` = ? AND `_version` = ?
