-- Makes the row of a commit marker, writes to it, looks for those that nobody uses, and removes it.
== SQLite, PostgreSQL
INSERT INTO "espalier_commits" ("slot", "number", "touched") VALUES (?, ?, ?)
UPDATE "espalier_commits" SET "number" = ?, "touched" = ? WHERE "slot" = ?
UPDATE "espalier_commits" SET "touched" = "touched" + 1 WHERE "slot" = ?
SELECT c."slot" FROM "espalier_commits" c WHERE c."touched" < ?
DELETE FROM "espalier_commits" WHERE "slot" = ?
== MySQL, MariaDB, TiDB
INSERT INTO `espalier_commits` (`slot`, `number`, `touched`) VALUES (?, ?, ?)
UPDATE `espalier_commits` SET `number` = ?, `touched` = ? WHERE `slot` = ?
UPDATE `espalier_commits` SET `touched` = `touched` + 1 WHERE `slot` = ?
SELECT c.`slot` FROM `espalier_commits` c WHERE c.`touched` < ?
DELETE FROM `espalier_commits` WHERE `slot` = ?
