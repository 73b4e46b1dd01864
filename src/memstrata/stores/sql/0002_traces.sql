-- By which an erasure can be looked at again, and done again to an older backup. Nothing in it says what was erased.

-- name: traces
CREATE TABLE traces (
    receipt TEXT PRIMARY KEY,
    owner   INTEGER,                    -- who was erased whole: the number is never given again; NULL when only parts were
    ids     BLOB NOT NULL,              -- keyed digests of the erased records and sessions, 16 bytes each
    marks   BLOB NOT NULL               -- masked: random first bytes of the erased sealed values, 12 each
) STRICT, WITHOUT ROWID;
