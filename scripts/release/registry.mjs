import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';

/** A registry of npm on loopback that has these tarballs and nothing else: a packument for each package, and the tarballs. */
export async function serveRegistry(tarballs) {
  const files = new Map(tarballs.map((path) => [`/-/${basename(path)}`, readFileSync(path)]));
  const manifests = tarballs.map((path) => ({
    path,
    manifest: JSON.parse(execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' })),
  }));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const tarball = files.get(path);
    if (tarball !== undefined) return response.end(tarball);
    const found = manifests.filter(({ manifest }) => `/${manifest.name}` === path);
    if (found.length === 0) return response.writeHead(404).end('{}');
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify(packument(found, files, addressOf(server))));
  });
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: addressOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function addressOf(server) {
  return `http://127.0.0.1:${server.address().port}`;
}

function packument(found, files, address) {
  const versions = found.map(({ path, manifest }) => {
    const name = `/-/${basename(path)}`;
    const sum = (kind, encoding) => createHash(kind).update(files.get(name)).digest(encoding);
    const dist = {
      tarball: `${address}${name}`,
      integrity: `sha512-${sum('sha512', 'base64')}`,
      shasum: sum('sha1', 'hex'),
    };
    return [manifest.version, { ...manifest, dist }];
  });
  const { name, version } = found[0].manifest;
  return { name, 'dist-tags': { latest: version }, versions: Object.fromEntries(versions) };
}
