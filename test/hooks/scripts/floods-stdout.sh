#!/bin/sh
# 1 GB in lines.
yes floods-stdout | head -c 1073741824
