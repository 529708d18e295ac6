#!/bin/sh
# 100 MB on stderr, then a block.
yes floods-stderr | head -c 104857600 >&2
exit 2
