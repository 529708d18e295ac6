#!/usr/bin/env node
// Prints the files that one denied command passes: those of dist/lib with a function that runs between payload and answer. `npm run build` has written them.
// The hook answers once before, so that what is loaded or computed once is not counted.
//   node scripts/path-of-a-call.mjs ['command'] [--list]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lib = pathToFileURL(join(root, 'dist/lib/')).href;
const { adapterNamed } = await import(`${lib}adapters/index.js`);
const { createHookHost } = await import(`${lib}hook/host.js`);
const { handle } = await import(`${lib}hook/handle.js`);
const { receivePayload } = await import(`${lib}protocol/payload/payload.js`);
const { openTextFile } = await import(`${lib}system/files/own-file.js`);
const { nodeSystem: system } = await import(`${lib}system/node/system.js`);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { rebuildPolicy } = createRequire(import.meta.url)(join(root, 'dist/compile.cjs'));

const [command = 'rm -rf /'] = process.argv.slice(2).filter((word) => word !== '--list');
const place = mkdtempSync(join(tmpdir(), 'hookctl-path-'));
try {
  const policy = join(place, 'policy.yaml');
  writeFileSync(policy, 'policy: 1\nextends: [pack:recommended]\n');
  const env = { HOME: place, HOOKCTL_STATE_DIR: join(place, 'state'), HOOKCTL_POLICY: policy };
  answer(env);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const { stdout } = answer(env);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result
    .filter(({ url, functions }) => url.startsWith(lib) && functions.some(hasRun))
    .map(({ url }) => url.slice(lib.length).replace(/\.js$/, '.ts'))
    .sort();
  if (process.argv.includes('--list')) console.log(files.join('\n'));
  const folders = new Set(files.map((file) => dirname(file)));
  const verdict = stdout === '' ? 'nothing' : JSON.parse(stdout).hookSpecificOutput.permissionDecision;
  console.log(`${command}: ${verdict}; ${files.length} files in ${folders.size} folders`);
} finally {
  rmSync(place, { recursive: true });
}

/** A module's own code is a function without a name that begins at 0: it runs when it is imported. */
function hasRun({ functionName, ranges: [{ startOffset, count }] }) {
  return count > 0 && !(functionName === '' && startOffset === 0);
}

/** As `src/hook/dispatcher/run-hook.ts` does it, without the process around it. */
function answer(env) {
  const started = Date.now();
  const text = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 'path',
    cwd: place,
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_path',
  });
  const payload = receivePayload(text);
  const adapter = adapterNamed('claude-code');
  const named = adapter.placeIn(payload);
  const host = createHookHost(
    adapter,
    {
      system,
      env,
      cwd: place,
      payloadPaths: named,
      runningFiles: [join(root, 'dist/')],
      deadline: Infinity,
      elapsed: () => Date.now() - started,
    },
    {
      version,
      shipped: join(root, 'dist/default.policy'),
      rebuild: rebuildPolicy,
      open: (path) => openTextFile(system, path),
      isDamaged: false,
    },
  );
  return handle(payload, host);
}
