/** Which calls a rule is about. */
export type GeminiTarget =
  | { kind: 'all' }
  | { kind: 'shell' }
  /** Names of the tool in the agents we know, with `*`. */
  | { kind: 'tools'; names: string[] }
  | { kind: 'server'; server: string; names: string[] };

const SHELL = ['Bash', 'run_shell_command'];

/** The same tool by its name in Claude Code: the policy is to hold there as well. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  read_file: 'Read',
  write_file: 'Write',
  replace: 'Edit',
  edit: 'Edit',
  glob: 'Glob',
  grep_search: 'Grep',
  search_file_content: 'Grep',
  list_directory: 'LS',
  web_fetch: 'WebFetch',
  google_web_search: 'WebSearch',
  write_todos: 'TodoWrite',
  activate_skill: 'Skill',
  ask_user: 'AskUserQuestion',
  enter_plan_mode: 'EnterPlanMode',
  exit_plan_mode: 'ExitPlanMode',
  invoke_agent: 'Agent',
};

/** `server__tool`, as versions before `mcp_server_tool` wrote it. */
export const OLD_MCP_NAME = /^(?!mcp_)(.+?)__(.+)$/;

/** `mcp_server_tool`: a server's name holds no underscore there. */
export function readTarget(tool: string, server: string | null): GeminiTarget {
  if (server !== null) return serverTarget(server, tool === '*' ? null : tool);
  if (tool === '*') return { kind: 'all' };
  if (tool === 'run_shell_command' || tool === 'ShellTool') return { kind: 'shell' };
  if (tool === 'mcp_*') return serverTarget('*', null);
  const qualified = /^mcp_([^_]+)_(.+)$/.exec(tool) ?? OLD_MCP_NAME.exec(tool);
  if (qualified !== null) return serverTarget(qualified[1] ?? '', qualified[2] === '*' ? null : (qualified[2] ?? null));
  const same = Object.hasOwn(COUNTERPARTS, tool) ? COUNTERPARTS[tool] : undefined;
  return { kind: 'tools', names: same === undefined ? [tool] : [same, tool] };
}

function serverTarget(server: string, tool: string | null): GeminiTarget {
  return { kind: 'server', server, names: [`mcp__${server}__${tool ?? '*'}`, `mcp_${server}_${tool ?? '*'}`] };
}

/** The subject of a rule about it, and what is left to say in `when`. */
export function ruleSubject(target: GeminiTarget): { before: string; tool: string[] } {
  switch (target.kind) {
    case 'all':
      return { before: 'any', tool: [] };
    case 'shell':
      return { before: 'run', tool: [] };
    case 'tools':
      return { before: 'any', tool: target.names };
    default: {
      const before = target.server === '*' ? 'mcp' : `mcp(${target.server})`;
      return { before, tool: target.names[0]?.endsWith('__*') === true ? [] : target.names };
    }
  }
}

/** The same as a separate condition. */
export function toolNames(target: GeminiTarget): string[] {
  return target.kind === 'all' ? [] : target.kind === 'shell' ? SHELL : target.names;
}

/** Does a rule about `one` concern every call that a rule about `other` does? */
export function coversTarget(one: GeminiTarget, other: GeminiTarget): boolean {
  if (one.kind === 'all') return true;
  if (one.kind === 'shell' || other.kind === 'shell') return one.kind === other.kind;
  if (other.kind === 'all') return false;
  if (
    one.kind === 'server' &&
    one.names[0]?.endsWith('__*') === true &&
    (one.server === '*' || (other.kind === 'server' && other.server === one.server))
  )
    return other.kind === 'server';
  return other.names.every((name) => one.names.includes(name));
}

export function overlap(one: GeminiTarget, other: GeminiTarget): boolean {
  return (
    coversTarget(one, other) ||
    coversTarget(other, one) ||
    toolNames(one).some((name) => toolNames(other).includes(name))
  );
}
