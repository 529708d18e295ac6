#!/bin/sh
# Leaves a child without a single variable, which only the process group still knows. Its command line tells it to the test.
env -i /bin/sh -c "sleep 300; : $HOOKCTL_TEST_MARK" </dev/null >/dev/null 2>&1 &
exit 0
