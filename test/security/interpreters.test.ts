import { assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isStopped, readCalls, wrongRows } from './judge-rows.ts';

test('every row of calls/interpreters.txt is on its side', () => {
  const rows = readCalls('interpreters');
  expect(rows.length).toBeGreaterThan(30);
  expect(wrongRows(rows)).toEqual([]);
});

test('every escape, computed text and dynamic call of calls/dynamic-code.txt is followed', () => {
  const rows = readCalls('dynamic-code');
  expect(rows.length).toBeGreaterThan(450);
  expect(wrongRows(rows)).toEqual([]);
});

test('a shell command that a language runs by a detour is stopped, text that it prints is not', () => {
  const harm = constantFrom('rm -rf ~', 'rm -rf /home/user', 'rm -fr $HOME');
  const runs = constantFrom<(command: string) => string>(
    (command) => `ruby -e 'Kernel.send(:system, "${command}")'`,
    (command) => `ruby -e 'public_send(:system, "${command}")'`,
    (command) => `php -r '$f="sys"."tem"; $f("${command}");'`,
    (command) => `perl -e 'open(F,"|sh"); print F "${command}"'`,
    (command) => `node -e 'new Function("r", "r(\\"child_process\\").execSync(\\"${command}\\")")(require)'`,
    (command) => `python3 -c 'import os; getattr(os, "sys" + "tem")("${command}")'`,
    (command) => `guile -c '(system "${command}")'`,
    (command) => `erl -noshell -eval 'os:cmd("${command}").'`,
    (command) => `octave --eval 'system("${command}")'`,
  );
  const prints = constantFrom<(command: string) => string>(
    (command) => `python3 -c 'print("${command}")'`,
    (command) => `node -e 'console.log("${command}")'`,
    (command) => `ruby -e 'puts "${command}"'`,
  );
  assert(property(runs, harm, (write, command) => isStopped(write(command))));
  assert(property(prints, harm, (write, command) => !isStopped(write(command))));
});
