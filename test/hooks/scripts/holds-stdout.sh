#!/bin/sh
# Blocks, but a child in the background keeps stdout and stderr open.
sleep 300 &
echo no >&2
exit 2
