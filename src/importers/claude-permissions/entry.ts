import { parseRule } from '../../runtime/if-rule/parse-rule.ts';
import type { ImportedCall, Draft } from '../importer.ts';
import { escapeRegex, regex } from '../regex-text.ts';
import { bashEntry } from './bash.ts';
import { fileEntry } from './file.ts';
import { type Base, type EntryVerb, exact, no, type Translated } from './translated.ts';

/** One entry such as `Bash(git push:*)`. */
export function translateEntry(verb: EntryVerb, entry: string): Translated {
  const { tool, content } = parseRule(entry);
  const base = { name: `${verb} ${entry}`, verb, message: messageOf(verb, entry) };
  const whole = (moment: string, calls: ImportedCall[], when?: Draft['when']) =>
    exact({
      ...base,
      moment: { before: moment },
      ...(when === undefined ? {} : { when }),
      fires: calls,
      passes: ['true'],
    });
  if (tool === '*' && content === undefined)
    return exact({ ...base, moment: { before: 'any' }, fires: ['ls', { Read: 'a.txt' }], passes: [] });
  if (tool === 'Bash') return bashEntry(base, entry, content);
  if (FILE_TOOLS.has(tool)) return fileEntry(base, tool, content);
  if (tool.startsWith('mcp__')) return mcpEntry(base, tool, content);
  if (!/^[A-Z][A-Za-z]*$/.test(tool)) return no(`"${tool}" is not a tool of the client`);
  if (tool === 'WebFetch' && content !== undefined) return webEntry(base, content);
  const name = tool === 'Task' ? 'Agent|Task' : tool === 'Agent' ? 'Agent|Task' : tool;
  if (content === undefined) return whole(name, [{ [tool]: 'x' }]);
  const fields = NAMED_BY[tool];
  if (fields === undefined) return no(`hookctl does not know what the parentheses of ${tool} mean`);
  return whole(name, [{ [tool]: { [fields[0] ?? '']: sampleOf(content) } }], anyField(fields, content));
}

const FILE_TOOLS = new Set(['Read', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/** The field of the input that the parentheses speak of. */
const NAMED_BY: Readonly<Record<string, string[]>> = {
  Agent: ['subagent_type'],
  Task: ['subagent_type'],
  Skill: ['skill', 'command'],
  Glob: ['pattern'],
  Grep: ['pattern'],
};

function anyField(fields: readonly string[], content: string): Draft['when'] & object {
  const source = content.replace(/:\*$/, '*').split('*').map(escapeRegex).join('.*');
  const conditions = fields.map((field) => ({ [`input.${field}`]: regex(`^${source}$`) }));
  return conditions.length === 1 ? (conditions[0] as Record<string, unknown>) : conditions;
}

function sampleOf(content: string): string {
  return content.replace(/:\*$/, '').replaceAll('*', 'x');
}

/** `mcp__server`, `mcp__server__*` and `mcp__server__tool`. Parentheses say nothing here. */
function mcpEntry(base: Base, tool: string, content: string | undefined): Translated {
  if (content !== undefined) return no('the client takes no parentheses for tools of MCP servers');
  const [, server = '', name] = /^mcp__(.+?)(?:__(.*))?$/.exec(tool) ?? [];
  const call = (one: string) => ({ [`mcp__${server}__${one}`]: {} });
  const passes: ImportedCall[] = [{ mcp__another_server__tool: {} }, 'true'];
  if (!/^[\w-]+$/.test(server)) return no(`"${server}" is not the name of an MCP server`);
  if (name === undefined || name === '*' || name === '')
    return exact({ ...base, moment: { before: `mcp(${server})` }, fires: [call('tool')], passes });
  if (!name.includes('*')) return exact({ ...base, moment: { before: tool }, fires: [call(name)], passes });
  return exact({
    ...base,
    moment: { before: `mcp(${server})` },
    when: { tool },
    fires: [call(name.replaceAll('*', 'x'))],
    passes,
  });
}

function webEntry(base: Base, content: string): Translated {
  const host = /^domain:(.+)$/.exec(content)?.[1];
  if (host === undefined) return no('only WebFetch(domain:…) is known');
  const fires = [{ WebFetch: { url: `https://${host.replaceAll('*', 'www')}/`, prompt: 'p' } }];
  const passes = [{ WebFetch: { url: 'https://other.invalid/', prompt: 'p' } }, 'true'];
  if (base.verb === 'allow') return exact({ ...base, moment: { before: 'WebFetch' }, when: { host }, fires, passes });
  return {
    fidelity: 'approximate',
    notes: ['stricter: holds for curl, wget and others in the shell, too'],
    drafts: [{ ...base, moment: { before: 'fetch' }, when: { host }, fires, passes }],
  };
}

function messageOf(verb: EntryVerb, entry: string): string {
  return {
    deny: `The permission rule ${entry} denies this.`,
    ask: `The permission rule ${entry} asks about this.`,
    allow: `The permission rule ${entry} allows this.`,
  }[verb];
}
