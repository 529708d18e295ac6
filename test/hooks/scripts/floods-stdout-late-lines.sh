#!/bin/sh
# 9 MB without a newline, then 300 MB in lines: the first line is longer than what is kept.
head -c 9000000 /dev/zero | tr '\0' x
yes late | head -c 314572800
