-- Makes the tables and indexes of the model, and drops them.
== SQLite
CREATE TABLE IF NOT EXISTS "new_author" ("id" INTEGER NOT NULL, "_version" INTEGER NOT NULL DEFAULT 0, "name" TEXT, "teacher_id" INTEGER, PRIMARY KEY ("id"))
CREATE TABLE IF NOT EXISTS "new_book" ("id" INTEGER NOT NULL, "_version" INTEGER NOT NULL DEFAULT 0, "title" TEXT, "isbn" TEXT, "shelf" INTEGER NOT NULL DEFAULT 0, "author_id" INTEGER, "price" INTEGER, "price_amount" TEXT COLLATE decimal, "price_amount_scale" INTEGER, "price_currency" TEXT, "due" TEXT, PRIMARY KEY ("id"))
CREATE TABLE IF NOT EXISTS "new_book_chapters" ("owner" INTEGER NOT NULL, "pos" INTEGER NOT NULL, "value" TEXT, PRIMARY KEY ("owner", "pos")) WITHOUT ROWID
CREATE TABLE IF NOT EXISTS "new_book_tags" ("owner" INTEGER NOT NULL, "pos" INTEGER NOT NULL, "value" TEXT, PRIMARY KEY ("owner", "pos")) WITHOUT ROWID
CREATE TABLE IF NOT EXISTS "new_book_readers" ("owner" INTEGER NOT NULL, "pos" INTEGER NOT NULL, "target" INTEGER, PRIMARY KEY ("owner", "pos")) WITHOUT ROWID
CREATE TABLE IF NOT EXISTS "new_book_ratings" ("owner" INTEGER NOT NULL, "pos" INTEGER NOT NULL, "key" TEXT, "value" INTEGER, PRIMARY KEY ("owner", "pos")) WITHOUT ROWID
CREATE TABLE IF NOT EXISTS "new_book_letters" ("owner" INTEGER NOT NULL, "pos" INTEGER NOT NULL, "key_id" INTEGER, "value" TEXT, PRIMARY KEY ("owner", "pos")) WITHOUT ROWID
CREATE TABLE IF NOT EXISTS "new_book_remarks" ("owner" INTEGER NOT NULL, "pos" INTEGER NOT NULL, "value" INTEGER, "by_id" INTEGER, "text" TEXT, PRIMARY KEY ("owner", "pos")) WITHOUT ROWID
CREATE INDEX "new_ix_author_name" ON "new_author" ("name")
CREATE INDEX "new_ix_author_teacher_id" ON "new_author" ("teacher_id")
CREATE INDEX "new_ix_book_title" ON "new_book" ("title")
CREATE UNIQUE INDEX "new_ux_book_isbn" ON "new_book" ("isbn")
CREATE UNIQUE INDEX "new_ux_book_shelf" ON "new_book" ("shelf")
CREATE INDEX "new_ix_book_author_id" ON "new_book" ("author_id")
CREATE INDEX "new_ix_book_price_amount" ON "new_book" ("price_amount")
CREATE INDEX "new_ix_book_price_currency" ON "new_book" ("price_currency")
CREATE INDEX "new_ix_book_due" ON "new_book" ("due")
CREATE INDEX "new_ix_book_chapters_value" ON "new_book_chapters" ("value", "owner")
CREATE INDEX "new_ix_book_letters_key_id" ON "new_book_letters" ("key_id", "owner")
CREATE INDEX "new_ix_book_letters_value" ON "new_book_letters" ("value", "owner")
CREATE INDEX "new_ix_book_ratings_key" ON "new_book_ratings" ("key", "owner")
CREATE INDEX "new_ix_book_ratings_value" ON "new_book_ratings" ("value", "owner")
CREATE INDEX "new_ix_book_readers_target" ON "new_book_readers" ("target", "owner")
CREATE INDEX "new_ix_book_remarks_by_id" ON "new_book_remarks" ("by_id", "owner")
CREATE INDEX "new_ix_book_remarks_text" ON "new_book_remarks" ("text", "owner")
CREATE INDEX "new_ix_book_tags_value" ON "new_book_tags" ("value", "owner")
DROP INDEX "new_ix_author_name"
DROP INDEX "new_ix_author_teacher_id"
DROP INDEX "new_ix_book_title"
DROP INDEX "new_ux_book_isbn"
DROP INDEX "new_ux_book_shelf"
DROP INDEX "new_ix_book_author_id"
DROP INDEX "new_ix_book_price_amount"
DROP INDEX "new_ix_book_price_currency"
DROP INDEX "new_ix_book_due"
DROP INDEX "new_ix_book_chapters_value"
DROP INDEX "new_ix_book_tags_value"
DROP INDEX "new_ix_book_readers_target"
DROP INDEX "new_ix_book_ratings_key"
DROP INDEX "new_ix_book_ratings_value"
DROP INDEX "new_ix_book_letters_key_id"
DROP INDEX "new_ix_book_letters_value"
DROP INDEX "new_ix_book_remarks_by_id"
DROP INDEX "new_ix_book_remarks_text"
CREATE INDEX "new_ix_author_name" ON "new_author" ("name")
DROP TABLE "new_author"
DROP TABLE "new_book"
DROP TABLE "new_book_chapters"
DROP TABLE "new_book_tags"
DROP TABLE "new_book_readers"
DROP TABLE "new_book_ratings"
DROP TABLE "new_book_letters"
DROP TABLE "new_book_remarks"
CREATE TABLE IF NOT EXISTS "new_book" ("id" INTEGER NOT NULL, "_version" INTEGER NOT NULL DEFAULT 0, "title" TEXT, "isbn" TEXT, "shelf" INTEGER NOT NULL DEFAULT 0, "author_id" INTEGER, "price" INTEGER, "price_amount" TEXT COLLATE decimal, "price_amount_scale" INTEGER, "price_currency" TEXT, "due" TEXT, PRIMARY KEY ("id"))
CREATE INDEX "new_ix_book_title" ON "new_book" ("title")
CREATE UNIQUE INDEX "new_ux_book_isbn" ON "new_book" ("isbn")
CREATE UNIQUE INDEX "new_ux_book_shelf" ON "new_book" ("shelf")
CREATE INDEX "new_ix_book_author_id" ON "new_book" ("author_id")
CREATE INDEX "new_ix_book_price_amount" ON "new_book" ("price_amount")
CREATE INDEX "new_ix_book_price_currency" ON "new_book" ("price_currency")
CREATE INDEX "new_ix_book_due" ON "new_book" ("due")
DROP TABLE "new_book"
== MySQL, TiDB
CREATE TABLE IF NOT EXISTS `new_author` (`id` bigint NOT NULL, `_version` int NOT NULL DEFAULT 0, `name` longtext, `teacher_id` bigint, PRIMARY KEY (`id`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
CREATE TABLE IF NOT EXISTS `new_book` (`id` bigint NOT NULL, `_version` int NOT NULL DEFAULT 0, `title` longtext, `isbn` varchar(600), `shelf` int NOT NULL DEFAULT 0, `author_id` bigint, `price` boolean, `price_amount` decimal(65,30), `price_amount_scale` smallint, `price_currency` longtext, `due` date, PRIMARY KEY (`id`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
CREATE TABLE IF NOT EXISTS `new_book_chapters` (`owner` bigint NOT NULL, `pos` int NOT NULL, `value` longtext, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
CREATE TABLE IF NOT EXISTS `new_book_tags` (`owner` bigint NOT NULL, `pos` int NOT NULL, `value` longtext, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
CREATE TABLE IF NOT EXISTS `new_book_readers` (`owner` bigint NOT NULL, `pos` int NOT NULL, `target` bigint, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
CREATE TABLE IF NOT EXISTS `new_book_ratings` (`owner` bigint NOT NULL, `pos` int NOT NULL, `key` longtext, `value` int, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
CREATE TABLE IF NOT EXISTS `new_book_letters` (`owner` bigint NOT NULL, `pos` int NOT NULL, `key_id` bigint, `value` longtext, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
CREATE TABLE IF NOT EXISTS `new_book_remarks` (`owner` bigint NOT NULL, `pos` int NOT NULL, `value` boolean, `by_id` bigint, `text` longtext, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
ALTER TABLE `new_author` ADD INDEX `new_ix_author_name` (`name`(255)), ADD INDEX `new_ix_author_teacher_id` (`teacher_id`)
ALTER TABLE `new_book` ADD INDEX `new_ix_book_title` (`title`(255)), ADD UNIQUE INDEX `new_ux_book_isbn` (`isbn`), ADD UNIQUE INDEX `new_ux_book_shelf` (`shelf`), ADD INDEX `new_ix_book_author_id` (`author_id`), ADD INDEX `new_ix_book_price_amount` (`price_amount`), ADD INDEX `new_ix_book_price_currency` (`price_currency`(255)), ADD INDEX `new_ix_book_due` (`due`)
ALTER TABLE `new_book_chapters` ADD INDEX `new_ix_book_chapters_value` (`value`(255), `owner`)
ALTER TABLE `new_book_letters` ADD INDEX `new_ix_book_letters_key_id` (`key_id`, `owner`), ADD INDEX `new_ix_book_letters_value` (`value`(255), `owner`)
ALTER TABLE `new_book_ratings` ADD INDEX `new_ix_book_ratings_key` (`key`(255), `owner`), ADD INDEX `new_ix_book_ratings_value` (`value`, `owner`)
ALTER TABLE `new_book_readers` ADD INDEX `new_ix_book_readers_target` (`target`, `owner`)
ALTER TABLE `new_book_remarks` ADD INDEX `new_ix_book_remarks_by_id` (`by_id`, `owner`), ADD INDEX `new_ix_book_remarks_text` (`text`(255), `owner`)
ALTER TABLE `new_book_tags` ADD INDEX `new_ix_book_tags_value` (`value`(255), `owner`)
DROP INDEX `new_ix_author_name` ON `new_author`
DROP INDEX `new_ix_author_teacher_id` ON `new_author`
DROP INDEX `new_ix_book_title` ON `new_book`
DROP INDEX `new_ux_book_isbn` ON `new_book`
DROP INDEX `new_ux_book_shelf` ON `new_book`
DROP INDEX `new_ix_book_author_id` ON `new_book`
DROP INDEX `new_ix_book_price_amount` ON `new_book`
DROP INDEX `new_ix_book_price_currency` ON `new_book`
DROP INDEX `new_ix_book_due` ON `new_book`
DROP INDEX `new_ix_book_chapters_value` ON `new_book_chapters`
DROP INDEX `new_ix_book_tags_value` ON `new_book_tags`
DROP INDEX `new_ix_book_readers_target` ON `new_book_readers`
DROP INDEX `new_ix_book_ratings_key` ON `new_book_ratings`
DROP INDEX `new_ix_book_ratings_value` ON `new_book_ratings`
DROP INDEX `new_ix_book_letters_key_id` ON `new_book_letters`
DROP INDEX `new_ix_book_letters_value` ON `new_book_letters`
DROP INDEX `new_ix_book_remarks_by_id` ON `new_book_remarks`
DROP INDEX `new_ix_book_remarks_text` ON `new_book_remarks`
CREATE INDEX `new_ix_author_name` ON `new_author` (`name`(255))
DROP TABLE `new_author`
DROP TABLE `new_book`
DROP TABLE `new_book_chapters`
DROP TABLE `new_book_tags`
DROP TABLE `new_book_readers`
DROP TABLE `new_book_ratings`
DROP TABLE `new_book_letters`
DROP TABLE `new_book_remarks`
CREATE TABLE IF NOT EXISTS `new_book` (`id` bigint NOT NULL, `_version` int NOT NULL DEFAULT 0, `title` longtext, `isbn` varchar(600), `shelf` int NOT NULL DEFAULT 0, `author_id` bigint, `price` boolean, `price_amount` decimal(65,30), `price_amount_scale` smallint, `price_currency` longtext, `due` date, PRIMARY KEY (`id`), INDEX `new_ix_book_title` (`title`(255)), UNIQUE INDEX `new_ux_book_isbn` (`isbn`), UNIQUE INDEX `new_ux_book_shelf` (`shelf`), INDEX `new_ix_book_author_id` (`author_id`), INDEX `new_ix_book_price_amount` (`price_amount`), INDEX `new_ix_book_price_currency` (`price_currency`(255)), INDEX `new_ix_book_due` (`due`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
DROP TABLE `new_book`
== MariaDB
CREATE TABLE IF NOT EXISTS `new_author` (`id` bigint NOT NULL, `_version` int NOT NULL DEFAULT 0, `name` longtext, `teacher_id` bigint, PRIMARY KEY (`id`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
CREATE TABLE IF NOT EXISTS `new_book` (`id` bigint NOT NULL, `_version` int NOT NULL DEFAULT 0, `title` longtext, `isbn` varchar(600), `shelf` int NOT NULL DEFAULT 0, `author_id` bigint, `price` boolean, `price_amount` decimal(65,30), `price_amount_scale` smallint, `price_currency` longtext, `due` date, PRIMARY KEY (`id`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
CREATE TABLE IF NOT EXISTS `new_book_chapters` (`owner` bigint NOT NULL, `pos` int NOT NULL, `value` longtext, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
CREATE TABLE IF NOT EXISTS `new_book_tags` (`owner` bigint NOT NULL, `pos` int NOT NULL, `value` longtext, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
CREATE TABLE IF NOT EXISTS `new_book_readers` (`owner` bigint NOT NULL, `pos` int NOT NULL, `target` bigint, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
CREATE TABLE IF NOT EXISTS `new_book_ratings` (`owner` bigint NOT NULL, `pos` int NOT NULL, `key` longtext, `value` int, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
CREATE TABLE IF NOT EXISTS `new_book_letters` (`owner` bigint NOT NULL, `pos` int NOT NULL, `key_id` bigint, `value` longtext, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
CREATE TABLE IF NOT EXISTS `new_book_remarks` (`owner` bigint NOT NULL, `pos` int NOT NULL, `value` boolean, `by_id` bigint, `text` longtext, PRIMARY KEY (`owner`, `pos`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
ALTER TABLE `new_author` ADD INDEX `new_ix_author_name` (`name`(255)), ADD INDEX `new_ix_author_teacher_id` (`teacher_id`)
ALTER TABLE `new_book` ADD INDEX `new_ix_book_title` (`title`(255)), ADD UNIQUE INDEX `new_ux_book_isbn` (`isbn`), ADD UNIQUE INDEX `new_ux_book_shelf` (`shelf`), ADD INDEX `new_ix_book_author_id` (`author_id`), ADD INDEX `new_ix_book_price_amount` (`price_amount`), ADD INDEX `new_ix_book_price_currency` (`price_currency`(255)), ADD INDEX `new_ix_book_due` (`due`)
ALTER TABLE `new_book_chapters` ADD INDEX `new_ix_book_chapters_value` (`value`(255), `owner`)
ALTER TABLE `new_book_letters` ADD INDEX `new_ix_book_letters_key_id` (`key_id`, `owner`), ADD INDEX `new_ix_book_letters_value` (`value`(255), `owner`)
ALTER TABLE `new_book_ratings` ADD INDEX `new_ix_book_ratings_key` (`key`(255), `owner`), ADD INDEX `new_ix_book_ratings_value` (`value`, `owner`)
ALTER TABLE `new_book_readers` ADD INDEX `new_ix_book_readers_target` (`target`, `owner`)
ALTER TABLE `new_book_remarks` ADD INDEX `new_ix_book_remarks_by_id` (`by_id`, `owner`), ADD INDEX `new_ix_book_remarks_text` (`text`(255), `owner`)
ALTER TABLE `new_book_tags` ADD INDEX `new_ix_book_tags_value` (`value`(255), `owner`)
DROP INDEX `new_ix_author_name` ON `new_author`
DROP INDEX `new_ix_author_teacher_id` ON `new_author`
DROP INDEX `new_ix_book_title` ON `new_book`
DROP INDEX `new_ux_book_isbn` ON `new_book`
DROP INDEX `new_ux_book_shelf` ON `new_book`
DROP INDEX `new_ix_book_author_id` ON `new_book`
DROP INDEX `new_ix_book_price_amount` ON `new_book`
DROP INDEX `new_ix_book_price_currency` ON `new_book`
DROP INDEX `new_ix_book_due` ON `new_book`
DROP INDEX `new_ix_book_chapters_value` ON `new_book_chapters`
DROP INDEX `new_ix_book_tags_value` ON `new_book_tags`
DROP INDEX `new_ix_book_readers_target` ON `new_book_readers`
DROP INDEX `new_ix_book_ratings_key` ON `new_book_ratings`
DROP INDEX `new_ix_book_ratings_value` ON `new_book_ratings`
DROP INDEX `new_ix_book_letters_key_id` ON `new_book_letters`
DROP INDEX `new_ix_book_letters_value` ON `new_book_letters`
DROP INDEX `new_ix_book_remarks_by_id` ON `new_book_remarks`
DROP INDEX `new_ix_book_remarks_text` ON `new_book_remarks`
CREATE INDEX `new_ix_author_name` ON `new_author` (`name`(255))
DROP TABLE `new_author`
DROP TABLE `new_book`
DROP TABLE `new_book_chapters`
DROP TABLE `new_book_tags`
DROP TABLE `new_book_readers`
DROP TABLE `new_book_ratings`
DROP TABLE `new_book_letters`
DROP TABLE `new_book_remarks`
CREATE TABLE IF NOT EXISTS `new_book` (`id` bigint NOT NULL, `_version` int NOT NULL DEFAULT 0, `title` longtext, `isbn` varchar(600), `shelf` int NOT NULL DEFAULT 0, `author_id` bigint, `price` boolean, `price_amount` decimal(65,30), `price_amount_scale` smallint, `price_currency` longtext, `due` date, PRIMARY KEY (`id`), INDEX `new_ix_book_title` (`title`(255)), UNIQUE INDEX `new_ux_book_isbn` (`isbn`), UNIQUE INDEX `new_ux_book_shelf` (`shelf`), INDEX `new_ix_book_author_id` (`author_id`), INDEX `new_ix_book_price_amount` (`price_amount`), INDEX `new_ix_book_price_currency` (`price_currency`(255)), INDEX `new_ix_book_due` (`due`)) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
DROP TABLE `new_book`
== PostgreSQL
CREATE TABLE IF NOT EXISTS "new_author" ("id" bigint NOT NULL, "_version" integer NOT NULL DEFAULT 0, "name" text COLLATE "C", "teacher_id" bigint, PRIMARY KEY ("id"))
CREATE TABLE IF NOT EXISTS "new_book" ("id" bigint NOT NULL, "_version" integer NOT NULL DEFAULT 0, "title" text COLLATE "C", "isbn" varchar(600) COLLATE "C", "shelf" integer NOT NULL DEFAULT 0, "author_id" bigint, "price" boolean, "price_amount" numeric, "price_amount_scale" smallint, "price_currency" text COLLATE "C", "due" date, PRIMARY KEY ("id"))
CREATE TABLE IF NOT EXISTS "new_book_chapters" ("owner" bigint NOT NULL, "pos" integer NOT NULL, "value" text COLLATE "C", PRIMARY KEY ("owner", "pos"))
CREATE TABLE IF NOT EXISTS "new_book_tags" ("owner" bigint NOT NULL, "pos" integer NOT NULL, "value" text COLLATE "C", PRIMARY KEY ("owner", "pos"))
CREATE TABLE IF NOT EXISTS "new_book_readers" ("owner" bigint NOT NULL, "pos" integer NOT NULL, "target" bigint, PRIMARY KEY ("owner", "pos"))
CREATE TABLE IF NOT EXISTS "new_book_ratings" ("owner" bigint NOT NULL, "pos" integer NOT NULL, "key" text COLLATE "C", "value" integer, PRIMARY KEY ("owner", "pos"))
CREATE TABLE IF NOT EXISTS "new_book_letters" ("owner" bigint NOT NULL, "pos" integer NOT NULL, "key_id" bigint, "value" text COLLATE "C", PRIMARY KEY ("owner", "pos"))
CREATE TABLE IF NOT EXISTS "new_book_remarks" ("owner" bigint NOT NULL, "pos" integer NOT NULL, "value" boolean, "by_id" bigint, "text" text COLLATE "C", PRIMARY KEY ("owner", "pos"))
CREATE INDEX IF NOT EXISTS "new_ix_author_name" ON "new_author" (left("name", 200))
CREATE INDEX IF NOT EXISTS "new_ix_author_teacher_id" ON "new_author" ("teacher_id")
CREATE INDEX IF NOT EXISTS "new_ix_book_title" ON "new_book" (left("title", 200))
CREATE UNIQUE INDEX IF NOT EXISTS "new_ux_book_isbn" ON "new_book" ("isbn")
CREATE UNIQUE INDEX IF NOT EXISTS "new_ux_book_shelf" ON "new_book" ("shelf")
CREATE INDEX IF NOT EXISTS "new_ix_book_author_id" ON "new_book" ("author_id")
CREATE INDEX IF NOT EXISTS "new_ix_book_price_amount" ON "new_book" ("price_amount")
CREATE INDEX IF NOT EXISTS "new_ix_book_price_currency" ON "new_book" (left("price_currency", 200))
CREATE INDEX IF NOT EXISTS "new_ix_book_due" ON "new_book" ("due")
CREATE INDEX IF NOT EXISTS "new_ix_book_chapters_value" ON "new_book_chapters" (left("value", 200), "owner")
CREATE INDEX IF NOT EXISTS "new_ix_book_letters_key_id" ON "new_book_letters" ("key_id", "owner")
CREATE INDEX IF NOT EXISTS "new_ix_book_letters_value" ON "new_book_letters" (left("value", 200), "owner")
CREATE INDEX IF NOT EXISTS "new_ix_book_ratings_key" ON "new_book_ratings" (left("key", 200), "owner")
CREATE INDEX IF NOT EXISTS "new_ix_book_ratings_value" ON "new_book_ratings" ("value", "owner")
CREATE INDEX IF NOT EXISTS "new_ix_book_readers_target" ON "new_book_readers" ("target", "owner")
CREATE INDEX IF NOT EXISTS "new_ix_book_remarks_by_id" ON "new_book_remarks" ("by_id", "owner")
CREATE INDEX IF NOT EXISTS "new_ix_book_remarks_text" ON "new_book_remarks" (left("text", 200), "owner")
CREATE INDEX IF NOT EXISTS "new_ix_book_tags_value" ON "new_book_tags" (left("value", 200), "owner")
DROP INDEX "new_ix_author_name"
DROP INDEX "new_ix_author_teacher_id"
DROP INDEX "new_ix_book_title"
DROP INDEX "new_ux_book_isbn"
DROP INDEX "new_ux_book_shelf"
DROP INDEX "new_ix_book_author_id"
DROP INDEX "new_ix_book_price_amount"
DROP INDEX "new_ix_book_price_currency"
DROP INDEX "new_ix_book_due"
DROP INDEX "new_ix_book_chapters_value"
DROP INDEX "new_ix_book_tags_value"
DROP INDEX "new_ix_book_readers_target"
DROP INDEX "new_ix_book_ratings_key"
DROP INDEX "new_ix_book_ratings_value"
DROP INDEX "new_ix_book_letters_key_id"
DROP INDEX "new_ix_book_letters_value"
DROP INDEX "new_ix_book_remarks_by_id"
DROP INDEX "new_ix_book_remarks_text"
CREATE INDEX "new_ix_author_name" ON "new_author" (left("name", 200))
DROP TABLE "new_author"
DROP TABLE "new_book"
DROP TABLE "new_book_chapters"
DROP TABLE "new_book_tags"
DROP TABLE "new_book_readers"
DROP TABLE "new_book_ratings"
DROP TABLE "new_book_letters"
DROP TABLE "new_book_remarks"
CREATE TABLE IF NOT EXISTS "new_book" ("id" bigint NOT NULL, "_version" integer NOT NULL DEFAULT 0, "title" text COLLATE "C", "isbn" varchar(600) COLLATE "C", "shelf" integer NOT NULL DEFAULT 0, "author_id" bigint, "price" boolean, "price_amount" numeric, "price_amount_scale" smallint, "price_currency" text COLLATE "C", "due" date, PRIMARY KEY ("id"))
CREATE INDEX IF NOT EXISTS "new_ix_book_title" ON "new_book" (left("title", 200))
CREATE UNIQUE INDEX IF NOT EXISTS "new_ux_book_isbn" ON "new_book" ("isbn")
CREATE UNIQUE INDEX IF NOT EXISTS "new_ux_book_shelf" ON "new_book" ("shelf")
CREATE INDEX IF NOT EXISTS "new_ix_book_author_id" ON "new_book" ("author_id")
CREATE INDEX IF NOT EXISTS "new_ix_book_price_amount" ON "new_book" ("price_amount")
CREATE INDEX IF NOT EXISTS "new_ix_book_price_currency" ON "new_book" (left("price_currency", 200))
CREATE INDEX IF NOT EXISTS "new_ix_book_due" ON "new_book" ("due")
DROP TABLE "new_book"
