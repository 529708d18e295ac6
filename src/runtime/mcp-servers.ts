import { join, resolve } from 'node:path';
import { nameOf } from '../protocol/field.ts';
import { readText } from '../system/node/files.ts';

/** MCP servers by name: the project's `.mcp.json`, then further files or JSON texts; later ones win. */
export function readMcpServers(projectDir: string, configs: readonly string[]): Record<string, unknown> {
  const servers: Record<string, unknown> = {};
  for (const config of [join(projectDir, '.mcp.json'), ...configs]) {
    const text = config.trimStart().startsWith('{') ? config : fileText(resolve(projectDir, config));
    Object.assign(servers, serversIn(text));
  }
  return servers;
}

function serversIn(text: string): Record<string, unknown> {
  try {
    const servers = (JSON.parse(text) as Record<string, unknown> | null)?.['mcpServers'];
    return nameOf(servers) === 'object' ? (servers as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function fileText(path: string): string {
  const file = readText(path);
  return 'text' in file ? file.text : '{}';
}
