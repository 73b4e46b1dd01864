-- name: due_owners
SELECT o.id, j.ended FROM owners AS o LEFT JOIN jobs AS j ON j.owner = o.id AND j.job = ?1
WHERE (j.job IS NULL OR j.lease <= ?2) AND (j.ended IS NULL OR j.ended < ?3 OR j.ended > ?2) ORDER BY o.id LIMIT ?4;
-- name: take_job
INSERT INTO jobs (job, owner, ended, lease, holder) VALUES (?1, ?2, NULL, ?5, ?6)
ON CONFLICT (job, owner) DO UPDATE SET lease = excluded.lease, holder = excluded.holder
WHERE jobs.lease <= ?3 AND (jobs.ended IS NULL OR jobs.ended < ?4 OR jobs.ended > ?3)
RETURNING owner;
-- name: renew_job
UPDATE jobs SET lease = ?4 WHERE job = ?1 AND owner = ?2 AND holder = ?3 RETURNING owner;
-- name: end_job
UPDATE jobs SET lease = 0, holder = NULL, ended = coalesce(?4, ended) WHERE job = ?1 AND owner = ?2 AND holder = ?3 RETURNING owner;
-- name: add_entry
INSERT INTO journal (owner, run, record, at, sealed) VALUES (?, ?, ?, ?, ?);
-- name: entries
SELECT run, record, at, sealed FROM journal WHERE owner = ?1 AND (?2 IS NULL OR run = ?2) ORDER BY row;
-- name: drop_run
DELETE FROM journal WHERE owner = ? AND run = ?;
-- name: erase_entries
DELETE FROM journal WHERE owner = ? AND record = ? RETURNING substr(sealed, 1, 12);
