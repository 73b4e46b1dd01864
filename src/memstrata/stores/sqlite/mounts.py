"""On what kind of file system a folder lies: over a network, locks and the write-ahead log do not keep what they promise."""

import re
from pathlib import Path

NETWORK = frozenset(
    "9p afpfs afs beegfs ceph cifs coda fuse.ceph fuse.cephfs fuse.davfs fuse.gcsfuse fuse.glusterfs fuse.juicefs fuse.rclone fuse.s3fs"
    " fuse.smbnetfs fuse.sshfs glusterfs lustre ncpfs nfs nfs3 nfs4 smb2 smb3 smbfs".split()
)
_TABLE = Path("/proc/self/mountinfo")  # man proc_pid_mountinfo: … mount point (5th) … - type source options
_ESCAPED = re.compile(r"\\([0-7]{3})")


def network(folder: Path) -> str | None:
    """The type of the network file system that holds `folder`; None for a local one, and where the system does not tell."""
    try:
        table = _TABLE.read_text("utf-8", "surrogateescape")
    except OSError:
        return None
    kind = kind_of(folder.absolute(), table)
    return kind if kind in NETWORK else None


def kind_of(folder: Path, table: str) -> str | None:
    """The type of the file system that holds `folder`, by the text of a mount table: the deepest mount, of several the last."""
    best: tuple[int, str] | None = None
    for line in table.splitlines():
        before, dash, after = line.partition(" - ")
        parts, kinds = before.split(" "), after.split(" ")
        if not dash or len(parts) < 5:
            continue
        mount = Path(_ESCAPED.sub(lambda code: chr(int(code[1], 8)), parts[4]))
        if (mount == folder or mount in folder.parents) and (best is None or len(mount.parts) >= best[0]):
            best = (len(mount.parts), kinds[0])
    return None if best is None else best[1]
