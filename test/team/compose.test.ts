import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/hookctl.ts';
import { DATABASE } from '../store/opened.ts';
import { teamLab } from './team-server.ts';

interface Compose {
  services: {
    database: { environment: Record<string, string>; healthcheck: { test: string[] } };
    server: { environment: Record<string, string>; command: string; ports: string[]; depends_on: object };
  };
  volumes: Record<string, unknown>;
}

const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as Compose;

describe('compose.yaml', () => {
  it('its parts fit together: user, database, port, and the server waits for a healthy database', () => {
    const { database, server } = compose.services;
    const url = new URL(server.environment['HOOKCTL_DATABASE_URL'] ?? '');
    const { POSTGRES_USER: user, POSTGRES_DB: name } = database.environment;
    expect([url.username, url.hostname, url.pathname]).toEqual([user, 'database', `/${name}`]);
    expect(database.healthcheck.test.join(' ')).toContain(`pg_isready -U ${user}`);
    expect(server.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(server.ports).toEqual(['127.0.0.1:4680:4680']);
    expect(Object.keys(compose.volumes)).toEqual(['data']);
  });

  it.skipIf(DATABASE.url === '')('the server starts with the options as they are written, and is ready', async () => {
    const [, options = ''] = /exec hookctl serve (.*)"/.exec(compose.services.server.command) ?? [];
    const team = await teamLab();
    const server = await team.serve([...options.trim().split(/\s+/), '--port', '0']);
    const port = new URL(server.origin).port;
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect([response.status, await response.text()]).toEqual([200, 'ready\n']);
    expect(await server.stop()).toBe(0);
  });
});
