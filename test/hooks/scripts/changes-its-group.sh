#!/bin/sh
# The work is done in another session, which no signal to the hook's group reaches.
setsid --wait sh -c 'trap "" TERM; echo in another session; sleep 300'
