#!/bin/sh
printf '{"decision":"block","reason":"last words"}'
kill -KILL $$
