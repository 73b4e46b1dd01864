-- Every value that speaks of an owner is sealed with that owner's key; what is looked up exactly is a keyed digest.
-- Sealed rows are never changed in place: a change is a new row at the end, so that no stale copy stays in a page.

-- name: meta
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,             -- store, secret, analyzer, check
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- name: owners
CREATE TABLE owners (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,    -- never given twice
    hash  BLOB NOT NULL UNIQUE,         -- of tenant and user
    names BLOB NOT NULL                 -- sealed: [tenant, user]
) STRICT;

-- name: keys
CREATE TABLE keys (
    owner INTEGER PRIMARY KEY REFERENCES owners (id),
    key   BLOB NOT NULL                 -- of one size; wrapped when the store has a master key
) STRICT;

-- name: counters
CREATE TABLE counters (
    owner      INTEGER PRIMARY KEY REFERENCES owners (id),
    version    INTEGER NOT NULL,        -- of the last write
    positions  INTEGER NOT NULL,        -- given out; the next row's place
    base       INTEGER NOT NULL,        -- segments up to this version are folded: who has seen less reads all again
    generation INTEGER NOT NULL,        -- moves when rows are erased: who has seen another reads all again
    small      INTEGER NOT NULL,        -- segments since the last fold
    space      INTEGER NOT NULL,        -- label of the newest vectors' space; 0 before the first
    dimensions INTEGER NOT NULL         -- of a vector in that space
) STRICT;

-- name: kinds
CREATE TABLE kinds (                    -- names of the kinds that memstrata itself does not have
    owner INTEGER NOT NULL,
    label INTEGER NOT NULL,
    name  BLOB NOT NULL,                -- sealed
    PRIMARY KEY (owner, label)
) STRICT, WITHOUT ROWID;

-- name: records
CREATE TABLE records (
    row      INTEGER PRIMARY KEY,
    owner    INTEGER NOT NULL,
    id       BLOB NOT NULL,             -- 16 bytes
    position INTEGER NOT NULL,          -- in the owner's matrix
    kind     INTEGER NOT NULL,          -- label
    status   INTEGER NOT NULL,          -- place in matrix.STATUSES
    slot     BLOB,
    content  BLOB,                      -- of live facts: the normalised content
    claim    BLOB,                      -- of live facts: agent, scene and normalised content
    turn     BLOB,                      -- of turns: session and message
    key      BLOB,                      -- the caller's idempotency key
    sealed   BLOB NOT NULL              -- the record as JSON
) STRICT;

-- name: records_id
CREATE UNIQUE INDEX records_id ON records (owner, id);

-- name: records_slot
CREATE INDEX records_slot ON records (owner, slot) WHERE slot IS NOT NULL;

-- name: records_content
CREATE INDEX records_content ON records (owner, content) WHERE content IS NOT NULL;

-- name: records_claim
CREATE UNIQUE INDEX records_claim ON records (owner, claim) WHERE claim IS NOT NULL;

-- name: records_turn
CREATE UNIQUE INDEX records_turn ON records (owner, turn) WHERE turn IS NOT NULL;

-- name: records_key
CREATE UNIQUE INDEX records_key ON records (owner, key) WHERE key IS NOT NULL;

-- name: segments
CREATE TABLE segments (                 -- what each write changed in the matrix
    row     INTEGER PRIMARY KEY,
    owner   INTEGER NOT NULL,
    version INTEGER NOT NULL,           -- of the owner, after the write
    part    INTEGER NOT NULL,           -- of a fold that is parted
    weight  INTEGER NOT NULL,           -- rows in it
    sealed  BLOB NOT NULL
) STRICT;

-- name: segments_version
CREATE UNIQUE INDEX segments_version ON segments (owner, version, part);

-- name: messages
CREATE TABLE messages (
    row      INTEGER PRIMARY KEY,
    owner    INTEGER NOT NULL,
    session  BLOB NOT NULL,
    sequence INTEGER NOT NULL,
    message  BLOB NOT NULL,
    sealed   BLOB NOT NULL              -- the turn as JSON
) STRICT;

-- name: messages_sequence
CREATE UNIQUE INDEX messages_sequence ON messages (owner, session, sequence);

-- name: messages_message
CREATE UNIQUE INDEX messages_message ON messages (owner, message);

-- name: sessions
CREATE TABLE sessions (
    row     INTEGER PRIMARY KEY,
    owner   INTEGER NOT NULL,
    session BLOB NOT NULL,
    open    INTEGER NOT NULL,           -- 0 = closed
    last_at REAL NOT NULL,              -- seconds since 1970
    sealed  BLOB NOT NULL               -- the session as JSON
) STRICT;

-- name: sessions_session
CREATE UNIQUE INDEX sessions_session ON sessions (owner, session);

-- name: sessions_quiet
CREATE INDEX sessions_quiet ON sessions (last_at) WHERE open = 1;

-- name: tasks
CREATE TABLE tasks (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    owner    INTEGER NOT NULL,
    job      TEXT NOT NULL,
    record   BLOB NOT NULL,
    due      REAL NOT NULL,             -- seconds since 1970; a lease moves it ahead
    attempts INTEGER NOT NULL
) STRICT;

-- name: tasks_due
CREATE INDEX tasks_due ON tasks (job, due);

-- name: tasks_owner
CREATE INDEX tasks_owner ON tasks (owner, job);

-- name: receipts
CREATE TABLE receipts (                 -- tombstones of erasures
    id         TEXT PRIMARY KEY,
    owner      INTEGER,                 -- whose rows still have to go; NULL when none have
    scope_hash TEXT NOT NULL,           -- salted
    at         TEXT NOT NULL,
    counts     TEXT NOT NULL,           -- JSON
    indexes    TEXT NOT NULL,           -- JSON
    files      TEXT NOT NULL,           -- JSON
    complete   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
