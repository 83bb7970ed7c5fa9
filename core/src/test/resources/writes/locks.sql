-- Locks the rows of two authors to refer to them, to change them and to delete them.
== SQLite
SELECT t."id", t."_version" FROM "author" t WHERE t."id" IN (SELECT value FROM json_each(?)) ORDER BY t."id"
SELECT t."id", t."_version" FROM "author" t WHERE t."id" IN (SELECT value FROM json_each(?)) ORDER BY t."id"
SELECT t."id", t."_version" FROM "author" t WHERE t."id" IN (SELECT value FROM json_each(?)) ORDER BY t."id"
== MySQL
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` FOR SHARE
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` FOR UPDATE
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` FOR UPDATE
== MariaDB
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` LOCK IN SHARE MODE
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` FOR UPDATE
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` FOR UPDATE
== PostgreSQL
SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ANY(?) ORDER BY t."id" FOR KEY SHARE
SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ANY(?) ORDER BY t."id" FOR NO KEY UPDATE
SELECT t."id", t."_version" FROM "author" t WHERE t."id" = ANY(?) ORDER BY t."id" FOR UPDATE
== TiDB
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` FOR UPDATE
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` FOR UPDATE
SELECT t.`id`, t.`_version` FROM `author` t WHERE t.`id` IN (?,?) ORDER BY t.`id` FOR UPDATE
