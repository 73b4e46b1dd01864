-- name: look
SELECT count(*) FROM sqlite_schema;
-- name: numbers_of_owners
SELECT id FROM owners;
-- name: all_receipts
SELECT id, scope_hash, at, counts, indexes, files, complete FROM receipts;
-- name: keep_receipt
INSERT INTO receipts (id, owner, scope_hash, at, counts, indexes, files, complete)
VALUES (?, NULL, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING;
-- name: all_counters
SELECT owner, version, generation FROM counters;
-- name: set_ahead
UPDATE counters SET version = ?, generation = ? WHERE owner = ?;
-- name: given_numbers
SELECT name, seq FROM sqlite_sequence;
-- name: forget_given
DELETE FROM sqlite_sequence WHERE name = ?;
-- name: set_given
INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?);
