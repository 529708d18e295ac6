#!/bin/sh
# sandbox.sh WORK NODE CLIENT MODULES PROGRAM ARG... - run PROGRAM where it can do no harm and reach nobody.
#
#  * network namespace with loopback only; pid namespace: what is started here ends here
#  * user nobody, empty environment
#  * the file system is read-only but for /mnt, which is WORK, and an empty /tmp; /root, /run and managed settings are hidden
#  * `rm` is a stub that only writes down that it was called
#
# In there: /mnt/bin/node, /mnt/bin/claude, /mnt/product/node_modules.
set -eu
work=$1 node=$2 client=$3 modules=$4
shift 4
mkdir -p "$work/bin" "$work/product/node_modules" "$work/project" "$work/home"
: > "$work/bin/node"
: > "$work/bin/claude"
printf '#!/bin/sh\necho "rm $*" >> /mnt/project/RM_RAN\n' > "$work/bin/rm"
chmod 755 "$work/bin/rm" "$work/bin"
chown -R 65534:65534 "$work"

# If this shell ends, for whatever reason, so does the sandbox.
exec setpriv --pdeathsig KILL unshare --net --mount --pid --fork --kill-child --mount-proc /bin/sh -euc '
  work=$1 node=$2 client=$3 modules=$4
  shift 4
  ip link set lo up
  mount --bind "$work" /mnt
  mount --bind "$node" /mnt/bin/node
  mount --bind "$client" /mnt/bin/claude
  mount --bind "$modules" /mnt/product/node_modules
  for hidden in /root /run /etc/claude-code; do
    if [ -d "$hidden" ]; then mount -t tmpfs -o mode=755 tmpfs "$hidden"; fi
  done
  # Managed settings of the scene, laid over those of the machine.
  if [ -d /mnt/etc ]; then mount -t overlay overlay -o lowerdir=/mnt/etc:/etc /etc; fi
  mount -t tmpfs -o mode=1777 tmpfs /tmp
  for rm in /bin/rm /usr/bin/rm; do
    if [ -e "$rm" ]; then mount --bind /mnt/bin/rm "$rm"; fi
  done
  mount -o remount,bind,ro /
  cd /mnt
  exec setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs \
    env -i HOME=/mnt/home PATH=/mnt/bin:/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 "$@"
' sandbox "$work" "$node" "$client" "$modules" "$@"
