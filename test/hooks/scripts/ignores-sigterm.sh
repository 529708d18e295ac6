#!/bin/sh
# Ends on SIGKILL only.
trap '' TERM
echo started
while :; do sleep 300; done
