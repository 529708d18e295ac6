import { expect, it } from 'vitest';
import { hookctl } from '../support/hookctl.ts';

const PAYLOAD = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

it.each([
  ['--managed', '/nonexistent/managed-settings.json'],
  ['--plugin', '/nonexistent/plugin'],
  ['--mcp-config', '/nonexistent/mcp.json'],
])('%s that is not there is told, and the event is played', async (option, path) => {
  const ran = await hookctl(['fire', '--payload', '-', '--home', '/nonexistent', '--json', option, path], {
    stdin: PAYLOAD,
  });
  expect({ ...ran, stdout: (JSON.parse(ran.stdout) as { proceeds: boolean }).proceeds }).toEqual({
    stdout: true,
    stderr: `hookctl fire: ${option}: ${path} does not exist; nothing is read from it\n`,
    exitCode: 0,
  });
});

it('a place that is there, and JSON text, are not', async () => {
  const { stderr } = await hookctl(
    [
      'fire',
      '--payload',
      '-',
      '--home',
      '/nonexistent',
      '--json',
      '--plugin',
      '/',
      '--mcp-config',
      '{"mcpServers":{}}',
    ],
    { stdin: PAYLOAD },
  );
  expect(stderr).toBe('');
});
