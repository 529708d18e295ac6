#!/bin/bash
# on: SessionStart
nohup make index > /dev/null 2>&1 &
disown
exit 0
