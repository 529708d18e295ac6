import { expect, it } from 'vitest';
import { readPatch } from './patch-text.ts';

const place = { cwd: '/p', home: '/h' };

it('a patch of many files: added, changed, moved, deleted', () => {
  const text = `*** Begin Patch
*** Add File: new/a.txt
+one
+two
*** Update File: src/b.ts
@@ function f
-old
+new
*** Update File: src/c.ts
*** Move to: lib/c.ts
@@
-x
+y
*** Delete File: ../gone.txt
*** End Patch
`;
  expect(readPatch(text, place)).toEqual([
    { kind: 'file', op: 'create', path: '/p/new/a.txt', newText: 'one\ntwo\n' },
    { kind: 'file', op: 'modify', path: '/p/src/b.ts', newText: 'new', oldText: 'old' },
    { kind: 'file', op: 'delete', path: '/p/src/c.ts' },
    { kind: 'file', op: 'create', path: '/p/lib/c.ts', newText: 'y', oldText: 'x' },
    { kind: 'file', op: 'delete', path: '/gone.txt' },
  ]);
});

it('a unified diff: changed, new, deleted, renamed', () => {
  const text = `diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1 +1 @@
-a
+b
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+x
--- a/old.txt\t2026-01-01
+++ /dev/null
@@ -1 +0,0 @@
-x
rename from one.ts
rename to two.ts
`;
  expect(readPatch(text, place)).toEqual([
    { kind: 'file', op: 'modify', path: '/p/src/a.ts', newText: 'b', oldText: 'a' },
    { kind: 'file', op: 'create', path: '/p/new.txt', newText: 'x\n' },
    { kind: 'file', op: 'delete', path: '/p/old.txt' },
    { kind: 'file', op: 'delete', path: '/p/one.ts' },
    { kind: 'file', op: 'modify', path: '/p/two.ts' },
  ]);
});

it('other line ends, indented headers, paths with spaces, and a patch without its frame', () => {
  const text = '  *** Update File: a b.txt\r\n@@\r\n-1\r\n+2\r\n';
  expect(readPatch(text, place)).toEqual([
    { kind: 'file', op: 'modify', path: '/p/a b.txt', newText: '2', oldText: '1' },
  ]);
});

it('a text that names no file gives nothing', () => {
  expect(readPatch('*** Begin Patch\n*** End Patch', place)).toEqual([]);
});

it('a part of a diff that has only a header, headers in other letters, and a diff behind a patch', () => {
  const binary = `diff --git a/img/a.png b/img/a.png
deleted file mode 100644
Binary files a/img/a.png and /dev/null differ
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`;
  expect(readPatch(binary, place)).toEqual([
    { kind: 'file', op: 'delete', path: '/p/img/a.png' },
    { kind: 'file', op: 'modify', path: '/p/run.sh' },
  ]);
  const both = `*** begin patch
***Delete File: a.txt
*** End Patch
--- a/b.txt
+++ b/b.txt
@@ -1 +1 @@
-x
+y
`;
  expect(readPatch(both, place)).toEqual([
    { kind: 'file', op: 'delete', path: '/p/a.txt' },
    { kind: 'file', op: 'modify', path: '/p/b.txt', newText: 'y', oldText: 'x' },
  ]);
});
