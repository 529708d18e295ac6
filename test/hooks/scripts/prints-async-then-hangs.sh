#!/bin/sh
trap '' TERM
echo '{"async":true}'
sleep 300
