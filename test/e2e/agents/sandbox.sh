#!/bin/sh
# sandbox.sh WORK PROGRAM ARG... - run PROGRAM where it can do no harm and reach nobody.
#
#  * network namespace with loopback only; pid namespace: what is started here ends here
#  * user nobody, empty environment
#  * the file system is read-only but for /mnt, which is WORK, and an empty /tmp; /root, /run and machine-wide settings of agents are hidden
#
# READABLE: directories that must be seen in there as well (Node, the clients, modules), separated by ":"; each appears at its own path.
set -eu
work=$1
shift
chown -R 65534:65534 "$work"

# If this shell ends, for whatever reason, so does the sandbox.
exec setpriv --pdeathsig KILL unshare --net --mount --pid --fork --kill-child --mount-proc /bin/sh -euc '
  work=$1 readable=$2
  shift 2
  ip link set lo up
  # What is below a hidden directory is kept aside first.
  mkdir -p /mnt 2>/dev/null || true
  mount -t tmpfs -o mode=755 tmpfs /run
  mkdir -m 700 /run/aside
  number=0
  IFS=:
  for directory in $readable; do
    number=$((number + 1))
    mkdir "/run/aside/$number"
    mount --bind "$directory" "/run/aside/$number"
  done
  mount --bind "$work" /mnt
  for hidden in /root /etc/codex /etc/gemini-cli /etc/qwen-code /etc/github-copilot /etc/opencode /etc/claude-code /tmp; do
    if [ -d "$hidden" ]; then mount -t tmpfs -o mode=755 tmpfs "$hidden"; fi
  done
  chmod 1777 /tmp
  number=0
  for directory in $readable; do
    number=$((number + 1))
    mkdir -p "$directory"
    mount --bind "/run/aside/$number" "$directory"
    mount -o remount,bind,ro "$directory"
  done
  unset IFS
  mount -o remount,bind,ro /
  cd /mnt
  exec setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs \
    env -i LANG=C.UTF-8 TERM=dumb PATH=/usr/local/bin:/usr/bin:/bin "$@"
' sandbox "$work" "${READABLE-}" "$@"
