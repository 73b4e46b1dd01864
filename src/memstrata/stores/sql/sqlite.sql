-- name: get_meta
SELECT value FROM meta WHERE name = ?;
-- name: put_meta
INSERT INTO meta (name, value) VALUES (?, ?);
-- name: set_meta
INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: find_owner
SELECT o.id, c.version, c.positions, c.base, c.generation, c.small, c.space, c.dimensions
FROM owners AS o JOIN counters AS c ON c.owner = o.id WHERE o.hash = ?;
-- name: owner_names
SELECT names FROM owners WHERE id = ?;
-- name: all_owners
SELECT id FROM owners ORDER BY id;
-- name: stale_owners
SELECT owner FROM counters WHERE space NOT IN (0, ?) ORDER BY owner;
-- name: add_owner
INSERT INTO owners (hash, names) VALUES (?, ?) RETURNING id;
-- name: add_counters
INSERT INTO counters (owner, version, positions, base, generation, small, space, dimensions) VALUES (?, 0, 0, 0, 0, 0, 0, 0);
-- name: set_counters
UPDATE counters SET version = ?, positions = ?, base = ?, generation = ?, small = ?, space = ?, dimensions = ? WHERE owner = ?;
-- name: add_key
INSERT INTO keys (owner, key) VALUES (?, ?);
-- name: get_key
SELECT key FROM keys WHERE owner = ?;
-- name: add_kind
INSERT INTO kinds (owner, label, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING;
-- name: kinds_of_owner
SELECT label, name FROM kinds WHERE owner = ?;

-- name: add_record
INSERT INTO records (owner, id, position, kind, status, slot, content, claim, turn, key, sealed)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- name: get_record
SELECT sealed, position FROM records WHERE owner = ? AND id = ?;
-- name: get_position
SELECT position FROM records WHERE owner = ? AND id = ?;
-- name: drop_record
DELETE FROM records WHERE owner = ? AND id = ?;
-- name: records_by_slot
SELECT id, sealed, position FROM records WHERE owner = ? AND slot = ?;
-- name: records_by_content
SELECT id, sealed, position FROM records WHERE owner = ? AND content = ?;
-- name: records_by_key
SELECT id, sealed, position FROM records WHERE owner = ? AND key = ?;
-- name: records_by_turn
SELECT id, sealed, position FROM records WHERE owner = ? AND turn = ?;
-- name: scan_records
SELECT id, sealed, position FROM records WHERE owner = ? AND id > ? ORDER BY id LIMIT ?;
-- name: count_records
SELECT owner, kind, status, count(*) FROM records GROUP BY owner, kind, status;
-- name: count_records_of_owner
SELECT owner, kind, status, count(*) FROM records WHERE owner = ? GROUP BY owner, kind, status;
-- name: move_record
UPDATE records SET position = ? WHERE owner = ? AND id = ?;
-- name: number_of_records
SELECT count(*) FROM records WHERE owner = ?;
-- name: erase_record
DELETE FROM records WHERE owner = ? AND id = ? RETURNING kind, position, substr(sealed, 1, 12), claim, turn;
-- name: records_after_row
SELECT row, id, position, kind, status, slot, content, claim, turn, key, sealed FROM records WHERE owner = ? AND row > ? ORDER BY row LIMIT 500;

-- name: add_segment
INSERT INTO segments (owner, version, part, weight, sealed) VALUES (?, ?, ?, ?, ?);
-- name: segments_after
SELECT row, version, part, sealed FROM segments WHERE owner = ? AND version > ? ORDER BY version, part;
-- name: segments_weight
SELECT total(weight) FROM segments WHERE owner = ?;
-- name: drop_segments_between
DELETE FROM segments WHERE owner = ? AND version > ? AND version <= ?;
-- name: places_of_segments
SELECT row, version, part, length(sealed) FROM segments WHERE owner = ? ORDER BY version, part;
-- name: get_segment
SELECT row, version, part, sealed FROM segments WHERE row = ? AND owner = ? AND version = ? AND part = ?;
-- name: drop_segment
DELETE FROM segments WHERE row = ?;
-- name: drop_segments
DELETE FROM segments WHERE owner = ?;

-- name: add_message
INSERT INTO messages (owner, session, sequence, message, sealed) VALUES (?, ?, ?, ?, ?);
-- name: messages_after
SELECT sequence, sealed FROM messages WHERE owner = ? AND session = ? AND sequence > ? ORDER BY sequence;
-- name: last_messages
SELECT sequence, sealed FROM messages WHERE owner = ? AND session = ? AND sequence > ? ORDER BY sequence DESC LIMIT ?;
-- name: drop_messages
DELETE FROM messages WHERE owner = ? AND session = ?;
-- name: erase_some_messages
DELETE FROM messages WHERE row IN (SELECT row FROM messages WHERE owner = ? AND session = ? LIMIT ?) RETURNING substr(sealed, 1, 12), message;
-- name: erase_message
DELETE FROM messages WHERE owner = ? AND message = ? RETURNING substr(sealed, 1, 12), message;
-- name: count_messages
SELECT count(*) FROM messages;
-- name: count_messages_of_owner
SELECT count(*) FROM messages WHERE owner = ?;

-- name: add_session
INSERT INTO sessions (owner, session, open, last_at, sealed) VALUES (?, ?, ?, ?, ?);
-- name: get_session
SELECT sealed FROM sessions WHERE owner = ? AND session = ?;
-- name: drop_session
DELETE FROM sessions WHERE owner = ? AND session = ?;
-- name: erase_session
DELETE FROM sessions WHERE owner = ? AND session = ? RETURNING substr(sealed, 1, 12), session;
-- name: sessions_of_owner
SELECT session, sealed FROM sessions WHERE owner = ?;
-- name: quiet_sessions
SELECT owner, session, sealed FROM sessions
WHERE open = 1 AND last_at < ? AND owner IN (SELECT id FROM owners) ORDER BY last_at;
-- name: count_sessions
SELECT count(*) FROM sessions;
-- name: count_sessions_of_owner
SELECT count(*) FROM sessions WHERE owner = ?;

-- name: add_task
INSERT INTO tasks (owner, job, record, due, attempts) VALUES (?, ?, ?, 0, 0);
-- name: next_due
SELECT due FROM tasks WHERE job = ? ORDER BY due LIMIT 1;
-- name: oldest_due
SELECT owner FROM tasks NOT INDEXED WHERE job = ? AND due <= ? ORDER BY id LIMIT 1;
-- name: due_of_owner
SELECT id, record, attempts FROM tasks INDEXED BY tasks_owner WHERE owner = ? AND job = ? AND due <= ? ORDER BY id LIMIT ?;
-- name: oldest_after
SELECT owner FROM tasks NOT INDEXED WHERE job = ? AND id > ? ORDER BY id LIMIT 1;
-- name: after_of_owner
SELECT id, record, attempts FROM tasks NOT INDEXED WHERE owner = ? AND job = ? AND id > ? ORDER BY id LIMIT ?;
-- name: lease_task
UPDATE tasks SET due = ? WHERE id = ?;
-- name: postpone_task
UPDATE tasks SET due = ?, attempts = attempts + 1 WHERE id = ?;
-- name: drop_task
DELETE FROM tasks WHERE id = ? AND owner = ?;
-- name: tasks_of_owner
SELECT id, record FROM tasks WHERE owner = ?;
-- name: count_tasks
SELECT count(*) FROM tasks;
-- name: count_tasks_of_owner
SELECT count(*) FROM tasks WHERE owner = ?;
-- name: tasks_without_record
SELECT count(*) FROM tasks AS t WHERE NOT EXISTS (SELECT 1 FROM records AS r WHERE r.owner = t.owner AND r.id = t.record);
-- name: drop_tasks_without_record
DELETE FROM tasks WHERE NOT EXISTS (SELECT 1 FROM records AS r WHERE r.owner = tasks.owner AND r.id = tasks.record);

-- name: count_owners
SELECT count(*) FROM owners;
-- name: owner_bytes
SELECT (SELECT total(length(sealed)) FROM records WHERE owner = ?1)
     + (SELECT total(length(sealed)) FROM messages WHERE owner = ?1)
     + (SELECT total(length(sealed)) FROM segments WHERE owner = ?1)
     + (SELECT total(length(sealed)) FROM sessions WHERE owner = ?1);
-- name: orphans
SELECT count(*) FROM (
    SELECT owner FROM records UNION ALL SELECT owner FROM messages UNION ALL SELECT owner FROM segments
    UNION ALL SELECT owner FROM sessions UNION ALL SELECT owner FROM tasks UNION ALL SELECT owner FROM kinds
    UNION ALL SELECT owner FROM jobs WHERE owner <> 0 UNION ALL SELECT owner FROM journal
) WHERE owner NOT IN (SELECT id FROM owners) AND owner NOT IN (SELECT owner FROM receipts WHERE owner IS NOT NULL);

-- name: drop_owner
DELETE FROM owners WHERE id = ?;
-- name: drop_key
DELETE FROM keys WHERE owner = ?;
-- name: drop_counters
DELETE FROM counters WHERE owner = ?;
-- name: drop_kinds
DELETE FROM kinds WHERE owner = ?;
-- name: drop_tasks
DELETE FROM tasks WHERE owner = ?;
-- name: drop_jobs
DELETE FROM jobs WHERE owner = ?;
-- name: drop_some_journal
DELETE FROM journal WHERE row IN (SELECT row FROM journal WHERE owner = ? LIMIT 250) RETURNING record, substr(sealed, 1, 12);
-- name: drop_some_records
DELETE FROM records WHERE row IN (SELECT row FROM records WHERE owner = ? LIMIT 250) RETURNING id, substr(sealed, 1, 12);
-- name: drop_some_messages
DELETE FROM messages WHERE row IN (SELECT row FROM messages WHERE owner = ? LIMIT 250) RETURNING message, substr(sealed, 1, 12);
-- name: drop_some_sessions
DELETE FROM sessions WHERE row IN (SELECT row FROM sessions WHERE owner = ? LIMIT 250) RETURNING session, substr(sealed, 1, 12);
-- name: drop_some_segments
DELETE FROM segments WHERE row IN (SELECT row FROM segments WHERE owner = ? LIMIT 4) RETURNING substr(sealed, 1, 12);

-- name: add_receipt
INSERT INTO receipts (id, owner, scope_hash, at, counts, indexes, files, complete) VALUES (?, ?, ?, ?, ?, ?, ?, ?);
-- name: get_receipt
SELECT id, scope_hash, at, counts, indexes, files, complete FROM receipts WHERE id = ?;
-- name: open_receipts
SELECT e.owner, e.sealed, r.owner, r.id, r.scope_hash, r.at, r.counts, r.indexes, r.files, r.complete
FROM receipts AS r LEFT JOIN erasing AS e ON e.receipt = r.id WHERE r.complete = 0 ORDER BY r.at;
-- name: count_more
UPDATE receipts SET counts = ?, indexes = ? WHERE id = ?;
-- name: add_erasing
INSERT INTO erasing (receipt, owner, sealed) VALUES (?, ?, ?);
-- name: get_erasing
SELECT owner FROM erasing WHERE receipt = ?;
-- name: drop_erasing
DELETE FROM erasing WHERE receipt = ?;
-- name: drop_erasing_of_owner
DELETE FROM erasing WHERE owner = ?;
-- name: is_erasing
SELECT count(*) FROM erasing WHERE owner = ?;
-- name: finish_rows
UPDATE receipts SET owner = NULL WHERE id = ?;
-- name: finish_receipt
UPDATE receipts SET complete = ?, files = ? WHERE id = ?;

-- name: pages_of_keys
SELECT pageno FROM dbstat WHERE name = 'keys';
-- name: touch_receipt
UPDATE receipts SET files = files WHERE id = ?;

-- name: count_tables
SELECT count(*) FROM sqlite_schema;
-- name: quick_check
PRAGMA quick_check;
-- name: unfinished
SELECT (SELECT count(*) FROM receipts WHERE owner IS NOT NULL) + (SELECT count(*) FROM erasing);
-- name: rewrite_indexes
REINDEX;
-- name: rewrite_file
VACUUM;
-- name: drop_orphan_records
DELETE FROM records WHERE owner NOT IN (SELECT id FROM owners) AND owner NOT IN (SELECT owner FROM receipts WHERE owner IS NOT NULL);
-- name: drop_orphan_messages
DELETE FROM messages WHERE owner NOT IN (SELECT id FROM owners) AND owner NOT IN (SELECT owner FROM receipts WHERE owner IS NOT NULL);
-- name: drop_orphan_segments
DELETE FROM segments WHERE owner NOT IN (SELECT id FROM owners) AND owner NOT IN (SELECT owner FROM receipts WHERE owner IS NOT NULL);
-- name: drop_orphan_sessions
DELETE FROM sessions WHERE owner NOT IN (SELECT id FROM owners) AND owner NOT IN (SELECT owner FROM receipts WHERE owner IS NOT NULL);
-- name: drop_orphan_tasks
DELETE FROM tasks WHERE owner NOT IN (SELECT id FROM owners) AND owner NOT IN (SELECT owner FROM receipts WHERE owner IS NOT NULL);
-- name: drop_orphan_jobs
DELETE FROM jobs WHERE owner <> 0 AND owner NOT IN (SELECT id FROM owners);
-- name: drop_orphan_journal
DELETE FROM journal WHERE owner NOT IN (SELECT id FROM owners) AND owner NOT IN (SELECT owner FROM receipts WHERE owner IS NOT NULL);
