-- What comes round again: when it last ended and who is at it; and what upkeep changed, so that it can be undone.

-- name: jobs
CREATE TABLE jobs (
    job    TEXT NOT NULL,
    owner  INTEGER NOT NULL,            -- 0 = the whole store
    ended  REAL,                        -- seconds since 1970; NULL = never
    lease  REAL NOT NULL,               -- until when a worker has it
    holder TEXT,
    PRIMARY KEY (job, owner)
) STRICT, WITHOUT ROWID;

-- name: journal
CREATE TABLE journal (
    row    INTEGER PRIMARY KEY,
    owner  INTEGER NOT NULL,
    run    BLOB NOT NULL,               -- 16 bytes
    record BLOB NOT NULL,               -- keyed digest of the id of the record that changed
    at     REAL NOT NULL,
    sealed BLOB NOT NULL                -- the entry as JSON, without content
) STRICT;

-- name: journal_run
CREATE INDEX journal_run ON journal (owner, run);

-- name: journal_record
CREATE INDEX journal_record ON journal (owner, record);
