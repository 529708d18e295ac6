#!/bin/sh
# As forks-daemon, but the hook itself never ends.
(setsid sh -c 'trap "" TERM HUP; sleep 300; : daemon' </dev/null >/dev/null 2>&1 &)
sleep 300
