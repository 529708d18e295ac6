#!/bin/sh
echo no >&2
exit 2
