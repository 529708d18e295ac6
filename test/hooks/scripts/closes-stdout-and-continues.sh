#!/bin/sh
# End of file on both streams is not the end of the hook.
exec >&- 2>&-
sleep 0.5
touch "$CLAUDE_PROJECT_DIR/finished"
exit 2
