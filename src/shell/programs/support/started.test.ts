import { expect, test } from 'vitest';
import { analyse } from '../../index.ts';

const here = { cwd: '/p', home: '/home/u' };

/** What is written where a command names another one: `tee /x` in a place of its own for each program. */
function written(command: string): string[] {
  return analyse(command, here).effects.flatMap((effect) => (effect.kind === 'write' ? [effect.path] : []));
}

/** Programs that start what their words name. */
const LAUNCHERS = `
uv run --extra dev tee /x
uv tool run tee /x
pipx run --spec a tee /x
bun x --bun tee /x
bun exec 'tee /x'
bunx --bun tee /x
pnpm --filter a exec tee /x
pnpm -c exec 'tee /x'
yarn workspace a exec tee /x
npx -p a -c 'tee /x'
npm exec -c 'tee /x'
just --command tee /x
just --shell tee --shell-arg /x recipe
cargo watch -s 'tee /x'
cargo watch -x check -- tee /x
cargo --config 'build.rustc-wrapper="tee /x"' build
hatch run test:tee /x
mamba run -n e tee /x
rustup run nightly tee /x
guix shell a -- tee /x
deno task --eval 'tee /x'
deno run -A npm:tee /x
perf stat -e cycles -o /dev/null tee /x
perf trace tee /x
setarch x86_64 -R tee /x
setarch -R tee /x
flock -n /tmp/l --command 'tee /x'
dbus-launch --exit-with-session tee /x
dtach -A /tmp/s -z tee /x
tmux -L s pipe-pane 'tee /x'
tmux set-hook -g a 'run-shell "tee /x"'
screen -S n -X stuff 'tee /x\\n'
xterm -title a -e 'tee /x'
kitty tee /x
alacritty -e tee /x
gnome-terminal -- tee /x
pueue add 'tee /x'
trace-cmd record -e a tee /x
pyenv exec tee /x
nvm exec 20 tee /x
fnm exec --using 20 tee /x
volta run --node 20 tee /x
lerna exec 'tee /x'
infisical run --command='tee /x'
sops exec-env f 'tee /x'
consul lock p tee /x
etcdctl lock n tee /x
fzf --preview 'tee /x'
fzf --bind 'enter:execute(tee /x)'
cmake -E env A=1 tee /x
cmake -E chdir / tee x
cmake -DCMAKE_C_COMPILER_LAUNCHER='tee;/x' .
npm --script-shell='tee /x' run a
npm config set script-shell 'tee /x'
go vet -vettool='tee /x'
gdb -ex run --args tee /x
lldb -- tee /x`;

/** Variables that another program starts. */
const VARIABLES = `
CC='tee /x' ./configure
RUSTC_WRAPPER='tee /x' cargo build
CARGO_TARGET_X_RUNNER='tee /x' cargo run
GOFLAGS='-toolexec="tee /x" -v' go build
npm_config_script_shell='tee /x' npm run a
GH_PAGER='tee /x' gh pr list
SUDO_EDITOR='tee /x' sudoedit a
LESSOPEN='| tee /x %s' less a
TAR_OPTIONS='--to-command="tee /x"' tar xf a
MAKEFLAGS='--eval=$(shell tee /x)' make`;

/** One place reads `-o` of everything that speaks SSH. */
const SSH = `
ssh -o ProxyCommand='tee /x' h
ssh -oproxycommand='tee /x' h
ssh -o 'KnownHostsCommand tee /x' h
ssh -o LocalCommand="tee /x" h
ssh -o 'Match exec "tee /x"' h
scp -o ProxyCommand='tee /x' a h:
sftp -o ProxyCommand='tee /x' h
ssh-copy-id -o ProxyCommand='tee /x' h
sshfs -o reconnect,ssh_command='tee /x' h: m
autossh -M 0 -o ProxyCommand='tee /x' h
mosh --ssh='tee /x' h`;

/** Programs with commands of their own that write, or leave for a shell. */
const CONSOLES = `
sqlite3 a '.output /x'
sqlite3 a ".once '/x'"
sqlite3 a "select writefile('/x','')"
sqlite3 a '.backup main /x'
duckdb -c "copy t to '/x'"
psql -c '\\o /x'
psql -o /x -c 'select 1'
psql --log-file=/x
mysql --tee=/x
mysql -e "select 1 into outfile '/x'"
redis-cli --rdb /x
gnuplot -e "set output '/x'"
gnuplot -e "system('tee /x')"
debugfs -R 'dump /a /x' /dev/sda1
sftp h <<< 'get a /x'
lftp -e 'get a -o /x' h
less '+!tee /x' a
man -P 'tee /x' a`;

test.each([LAUNCHERS, VARIABLES, SSH, CONSOLES].flatMap((text) => text.trim().split('\n')))('%s', (command) => {
  expect(written(command)).toContain('/x');
});

test.each([
  'ssh -o ProxyCommand=none h',
  "psql -c '\\o'",
  "sqlite3 a '.output stdout'",
  'CC=gcc make',
  'cmake -DCMAKE_C_COMPILER=clang .',
  'gdb -ex bt core',
  "fzf --bind 'ctrl-a:select-all'",
  'cargo watch -x test',
  'tmux ls',
])('%s starts nothing and writes nothing', (command) => {
  expect(written(command)).toEqual([]);
});
