import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, formatProblem, runExamples } from '../../src/policy/index.ts';

/** The predicates the packs brought along, one rule each, with what makes them true and what does not. */
const RULES = `
policy: 1
rules:
  change-sweep: { before: write, when: { change: sweep }, deny: x, tests: [{ deny: [rm -r a, "rm -f *.log", find . -delete], pass: [rm a, echo x > a, { Write: a }] }] }
  change-empty: { before: write, when: { change: empty }, deny: x, tests: [{ deny: [": > a", truncate -s 0 a, cp /dev/null a], pass: [echo x > a, echo x >> a, rm a] }] }
  change-append: { before: write, when: { change: append }, deny: x, tests: [{ deny: [echo x >> a, "echo x | tee -a a"], pass: [echo x > a] }] }
  change-read: { before: read, when: { change: read }, deny: x, tests: [{ deny: [cat a, { Read: a }], pass: [ls, echo x > a] }] }
  change-blind: { before: write, when: { change: blind }, deny: x, tests: [{ deny: ['rm "$X"', xargs rm], pass: ["rm src/$X", rm a] }] }
  change-guess: { before: write, when: { change: guess }, deny: x, tests: [{ deny: ["rm src/$X", 'rm "$TMPDIR/x"'], pass: ['rm "$X"', rm a] }] }
  rights: { before: run, when: { rights: /etc/** }, deny: x, tests: [{ deny: [chmod 777 /etc/hosts, chown -R me /etc], pass: [chmod +x a, chmod -R u+w ., cat /etc/hosts] }] }
  recursive: { before: run, when: { recursive: true }, deny: x, tests: [{ deny: [rm -r a, chmod -R u+w .], pass: [rm a, chmod u+w a] }] }
  mounts: { before: run, when: { mounts: [/, /etc] }, deny: x, tests: [{ deny: ["docker run -v /:/h alpine", "podman run --mount type=bind,src=/etc,dst=/e alpine"], pass: ['docker run -v "$PWD:/w" alpine', docker ps] }] }
  reached: { before: run, when: { reached: interpreter, runs: rm }, deny: x, tests: [{ deny: ["python3 -c 'import os; os.system(\\"rm a\\")'"], pass: [rm a, sudo rm a, "bash -c 'rm a'"] }] }
  unclear: { before: run, when: { unclear: [command, script] }, deny: x, tests: [{ deny: ["$X y", 'eval "$X"'], pass: ['rm "$X"', "G=git; $G status"] }] }
  unclear-text: { before: run, when: { unclear: syntax }, deny: x, tests: [{ deny: ["cat <<EOF\\nx", "echo 'x"], pass: ["cat <<EOF\\nx\\nEOF", echo x] }] }
  names: { before: run, when: { names: ["**/.env"] }, deny: x, tests: [{ deny: [ls .env, tool --file=.env, ./x a/.env], pass: ["echo 'see .env'", ls .env.example] }] }
  command: { before: run, when: { command: /drop table/i }, deny: x, tests: [{ deny: ["psql -c 'DROP TABLE a'"], pass: [ls] }] }
`;

test('the predicates of the packs', () => {
  const built = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text: RULES }] });
  expect(built.problems.filter((one) => one.severity === 'error').map(formatProblem)).toEqual([]);
  const failed = runExamples(built, { adapter: claudeCode }).filter((result) => !result.ok);
  expect(failed.map(({ rule, label, expected, got }) => ({ rule, label, expected, got }))).toEqual([]);
});

/** Names picked by a find: what it deletes is neither everything nor nothing. */
test('a find that picks names reaches those names only', () => {
  const text = `
policy: 1
rules:
  env: { before: write, when: { path: "**/.env" }, deny: x, tests: [{ deny: ["find . -name .env -delete", "find . -name '.e*' -delete", find . -delete, "find . -name .env -exec rm {} +"], pass: ["find . -name '*.pyc' -delete", "find . -mtime +3 -delete", "find . -name '*.log' | xargs rm"] }] }
  cache: { before: write, when: { change: delete, path: "~/**" }, unless: { path: "~/.cache/**" }, deny: x, tests: [{ deny: [rm -rf ~, rm -rf ~/x], pass: [rm -rf ~/.cache/pip, rm -rf ~/.cache] }] }
  temp: { before: write, when: { not: { place: temp } }, deny: x, tests: [{ deny: [rm -rf /tmp/a/../../etc, "rm -rf /tmp/a/../b", rm b], pass: [rm -rf /tmp/a, "cd /tmp && rm -rf a"] }] }
`;
  const built = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text }] });
  const failed = runExamples(built, { adapter: claudeCode }).filter((result) => !result.ok);
  expect(failed.map(({ rule, label, expected, got }) => ({ rule, label, expected, got }))).toEqual([]);
});
