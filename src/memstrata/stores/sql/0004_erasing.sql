-- An erasure of parts takes many short steps. What it still has to do is written down first, so that a kill cannot leave it half done.

-- name: erasing
CREATE TABLE erasing (
    receipt TEXT PRIMARY KEY,
    owner   INTEGER NOT NULL,
    sealed  BLOB NOT NULL               -- the plan as JSON
) STRICT, WITHOUT ROWID;
