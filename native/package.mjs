#!/usr/bin/env node
// Puts a native dispatcher into a package of its own: npm/<platform>-<arch>, with all that the executable needs. docs/release.md
//   --target linux-arm64  what `native/build.mjs --target linux-arm64` has built, in place of the one for this machine
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  PLATFORM_EXECUTABLE,
  PLATFORM_FILES,
  platformPackageName,
} from '../dist/lib/install/dispatcher/platform-package.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const NOTICES = 'THIRD-PARTY-NOTICES.md';

/** Writes the package for a platform into `place` and returns its name. The layout is that of `src/install/dispatcher/platform-package.ts`. */
export function writePlatformPackage(platform, place, executable = executableFor(platform)) {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(join(place, PLATFORM_EXECUTABLE)), { recursive: true });
  copyFileSync(executable, join(place, PLATFORM_EXECUTABLE));
  chmodSync(join(place, PLATFORM_EXECUTABLE), 0o755);
  for (const name of PLATFORM_FILES) copyFileSync(join(root, 'dist', name), join(place, name));
  copyFileSync(join(root, 'LICENSE'), join(place, 'LICENSE'));
  const licences = join(dirname(executable), 'licences.txt');
  const native = existsSync(licences) ? `\n${readFileSync(licences, 'utf8')}` : '';
  writeFileSync(join(place, NOTICES), readFileSync(join(root, NOTICES), 'utf8') + native);
  const name = platformPackageName(platform);
  writeFileSync(
    join(place, 'README.md'),
    `# ${name}\n\nThe native hook of hookctl for ${platform}. npm installs it with hookctl where it fits; \`hookctl install\` registers it.\n`,
  );
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifestFor(platform), null, 2)}\n`);
  return name;
}

function manifestFor(platform) {
  const { version, license, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [os, cpu] = platform.split('-');
  return {
    name: platformPackageName(platform),
    version,
    description: `The native hook of hookctl for ${platform}`,
    license,
    ...(repository === undefined ? {} : { repository }),
    // No `libc`: the executable is linked statically and runs on glibc and musl.
    os: [os],
    cpu: [cpu],
    files: [PLATFORM_EXECUTABLE, ...PLATFORM_FILES, NOTICES],
    // Yarn must not keep it in an archive: it is started as a program.
    preferUnplugged: true,
    publishConfig: { access: 'public' },
  };
}

function executableFor(platform) {
  const isHere = platform === `${process.platform}-${process.arch}`;
  const file = join(root, isHere ? 'dist/native' : `dist/native-${platform}`, 'dispatcher');
  if (existsSync(file)) return file;
  const how = isHere ? 'npm run build:native' : `node native/build.mjs --target ${platform}`;
  throw new Error(`there is no executable for ${platform}: run \`${how}\` first`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--target');
  const platform = at < 0 ? `${process.platform}-${process.arch}` : process.argv[at + 1];
  try {
    writePlatformPackage(platform, join(root, 'npm', platform));
    console.log(`npm/${platform}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
