#!/bin/sh
# Leaves a daemon behind: forked twice, in a session of its own, its streams closed.
(setsid sh -c 'trap "" TERM HUP; sleep 300; : daemon' </dev/null >/dev/null 2>&1 &)
exit 0
