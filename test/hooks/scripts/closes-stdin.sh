#!/bin/sh
# Reads nothing of what it is given.
exec 0<&-
echo ignored-input
