-- Stores a new book with all that it can have.
== SQLite, PostgreSQL
INSERT INTO "author" ("id", "_version", "name", "teacher_id") VALUES (?,?,?,?),(?,?,?,?)
INSERT INTO "book" ("id", "_version", "title", "isbn", "shelf", "author_id", "price", "price_amount", "price_amount_scale", "price_currency", "due") VALUES (?,?,?,?,?,?,?,?,?,?,?)
INSERT INTO "book_chapters" ("owner", "pos", "value") VALUES (?,?,?),(?,?,?)
INSERT INTO "book_tags" ("owner", "pos", "value") VALUES (?,?,?),(?,?,?)
INSERT INTO "book_readers" ("owner", "pos", "target") VALUES (?,?,?),(?,?,?)
INSERT INTO "book_ratings" ("owner", "pos", "key", "value") VALUES (?,?,?,?),(?,?,?,?)
INSERT INTO "book_letters" ("owner", "pos", "key_id", "value") VALUES (?,?,?,?)
INSERT INTO "book_remarks" ("owner", "pos", "value", "by_id", "text") VALUES (?,?,?,?,?)
== MySQL, MariaDB, TiDB
INSERT INTO `author` (`id`, `_version`, `name`, `teacher_id`) VALUES (?,?,?,?),(?,?,?,?)
INSERT INTO `book` (`id`, `_version`, `title`, `isbn`, `shelf`, `author_id`, `price`, `price_amount`, `price_amount_scale`, `price_currency`, `due`) VALUES (?,?,?,?,?,?,?,?,?,?,?)
INSERT INTO `book_chapters` (`owner`, `pos`, `value`) VALUES (?,?,?),(?,?,?)
INSERT INTO `book_tags` (`owner`, `pos`, `value`) VALUES (?,?,?),(?,?,?)
INSERT INTO `book_readers` (`owner`, `pos`, `target`) VALUES (?,?,?),(?,?,?)
INSERT INTO `book_ratings` (`owner`, `pos`, `key`, `value`) VALUES (?,?,?,?),(?,?,?,?)
INSERT INTO `book_letters` (`owner`, `pos`, `key_id`, `value`) VALUES (?,?,?,?)
INSERT INTO `book_remarks` (`owner`, `pos`, `value`, `by_id`, `text`) VALUES (?,?,?,?,?)
