#!/bin/sh
# Children that end and are never waited for.
sh -c 'for i in 1 2 3 4 5; do sleep 0 & done; exec sleep 300'
