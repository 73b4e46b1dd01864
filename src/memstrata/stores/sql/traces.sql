-- name: add_trace
INSERT INTO traces (receipt, owner, ids, marks) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING;
-- name: extend_trace
UPDATE traces SET ids = ?, marks = ? WHERE receipt = ?;
-- name: get_trace
SELECT owner, ids, marks FROM traces WHERE receipt = ?;
-- name: all_traces
SELECT receipt, owner, ids, marks FROM traces;
-- name: rows_of_number
SELECT (SELECT count(*) FROM owners WHERE id = ?1) + (SELECT count(*) FROM keys WHERE owner = ?1)
     + (SELECT count(*) FROM records WHERE owner = ?1) + (SELECT count(*) FROM messages WHERE owner = ?1)
     + (SELECT count(*) FROM sessions WHERE owner = ?1) + (SELECT count(*) FROM segments WHERE owner = ?1)
     + (SELECT count(*) FROM tasks WHERE owner = ?1) + (SELECT count(*) FROM kinds WHERE owner = ?1)
     + (SELECT count(*) FROM jobs WHERE owner = ?1) + (SELECT count(*) FROM journal WHERE owner = ?1)
     + (SELECT count(*) FROM erasing WHERE owner = ?1);
-- name: ids_of_records
SELECT id FROM records WHERE owner = ?;
-- name: ids_of_tasks
SELECT record FROM tasks WHERE owner = ?;
