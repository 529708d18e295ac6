#!/usr/bin/env node
// Rehearses a release: packs everything, serves it from a registry on loopback, installs it as users do, and tries the hook. Publishes nothing and leaves nothing.
//   --require  fail where a platform cannot be rehearsed; else that is said, and the rest is tried
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packRelease } from './pack.mjs';
import { serveRegistry } from './registry.mjs';
import { rehearseEmulated, rehearseGlobally, rehearseLimits, rehearseLocally, rehearseNpx } from './scenes.mjs';
import { userOf } from './user.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const here = `${process.platform}-${process.arch}`;
const ARM = 'linux-arm64';

const place = mkdtempSync(join(tmpdir(), 'hookctl-rehearsal-'));
let skipped = 0;
try {
  await rehearse();
  console.log(skipped === 0 ? 'The rehearsal is complete.' : `The rehearsal passed; ${skipped} part(s) were skipped.`);
} catch (error) {
  console.error(`rehearsal: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
if (skipped > 0 && process.argv.includes('--require')) process.exitCode = 1;

async function rehearse() {
  const platforms = platformsHere();
  const emulator = emulatorFor(platforms);
  const tarballs = packRelease(join(place, 'tarballs'), platforms);
  const registry = await serveRegistry(tarballs);
  try {
    const native = platforms.includes(here) ? here : null;
    const scene = async (title, play, ...more) => {
      const name = title.replaceAll(/\W+/g, '-');
      mkdirSync(join(place, name));
      const user = userOf({ place: join(place, name), registry: registry.url });
      const started = performance.now();
      const said = await play(user, ...more);
      user.expectTidy();
      console.log(`✓ ${title}: ${said} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    };
    await scene('limits', rehearseLimits, native);
    await scene('npx without an installation', rehearseNpx);
    await scene('global installation', rehearseGlobally, native);
    await scene('dependency of a project', rehearseLocally, native);
    if (emulator !== null) await scene(`${ARM} in ${emulator}`, rehearseEmulated, { platform: ARM, emulator });
  } finally {
    await registry.close();
  }
}

/** Those whose executable has been built. */
function platformsHere() {
  const built = (platform) => join(root, platform === here ? 'dist/native' : `dist/native-${platform}`, 'dispatcher');
  return [...new Set([here, ARM])].filter((platform) => {
    if (existsSync(built(platform))) return true;
    const how = platform === here ? 'npm run build:native' : `node native/build.mjs --target ${platform}`;
    skip(`${platform}: it is not built (\`${how}\`)`);
    return false;
  });
}

function emulatorFor(platforms) {
  if (here === ARM || !platforms.includes(ARM)) return null;
  const found = ['qemu-aarch64', 'qemu-aarch64-static'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (found === undefined) skip(`${ARM}: there is no qemu-aarch64 to run it (apt-get install qemu-user)`);
  return found ?? null;
}

function skip(what) {
  skipped++;
  console.log(`SKIPPED ${what}`);
}
