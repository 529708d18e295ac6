#!/bin/sh
# Says goodbye when it is told to end.
trap 'echo bye >&2; exit 2' TERM
sleep 300 &
wait
