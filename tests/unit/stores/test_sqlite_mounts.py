"""A folder over a network is told from a local one by the system's table of mounts."""

from pathlib import Path

import pytest

from memstrata.stores.sqlite import mounts

TABLE = r"""
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
23 22 0:21 / /proc rw - proc proc rw
30 22 0:40 / /home rw,relatime shared:20 - nfs4 server:/export rw,vers=4.2
31 30 8:2 / /home/anna/local rw - xfs /dev/sdb1 rw
32 22 0:41 / /mnt/team\040files rw - cifs //server/team rw
33 22 0:42 / /mnt/共享 rw master:3 propagate_from:2 - fuse.sshfs host:/x rw
34 22 8:3 / /srv rw - nfs old:/srv rw
35 22 8:4 / /srv rw - btrfs /dev/sdc rw
this line is no mount
36 22 0:43 / /media/cloud rw - fuse.rclone remote: rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/var/memory", "ext4"),
        ("/", "ext4"),
        ("/home/anna/memory", "nfs4"),
        ("/home", "nfs4"),
        ("/homestead", "ext4"),
        ("/home/anna/local/memory", "xfs"),
        ("/mnt/team files/memory", "cifs"),
        ("/mnt/共享/记忆", "fuse.sshfs"),
        ("/srv/memory", "btrfs"),
        ("/media/cloud", "fuse.rclone"),
    ],
)
def test_the_deepest_and_last_mount_decides(folder, kind):
    assert mounts.kind_of(Path(folder), TABLE) == kind


def test_what_works_over_a_network_is_known_and_what_is_local_is_not():
    network = {"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p", "lustre", "fuse.glusterfs", "ceph", "fuse.rclone"}
    local = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "f2fs", "fuseblk", "exfat", "virtiofs"}

    assert network <= mounts.NETWORK
    assert not local & mounts.NETWORK


@pytest.mark.parametrize("table", ["", "nonsense", "1 2 3 - ", "\n - \n"])
def test_a_table_that_tells_nothing_gives_nothing(table):
    assert mounts.kind_of(Path("/home"), table) is None


def test_a_folder_of_a_test_is_local(tmp_path):
    assert mounts.network(tmp_path / "not" / "made" / "yet") is None
