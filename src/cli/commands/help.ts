import { nearest } from '../../protocol/text/did-you-mean.ts';
import { type CommandInput, defineCommand, type Option, type HookctlProgram, UsageError } from '../command.ts';
import { allCommands } from '../find-command.ts';
import { jsonText, print, printVerbatim } from '../output.ts';
import { type DocPage, docPages, introductionOf, type Section, sectionsOf } from '../pages/pages.ts';
import { GROUPS, renderHelp, renderOverview } from '../render/help.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { pageOf } from '../render/text/style.ts';
import { renderTopics } from '../render/topics.ts';

const OPTIONS = {
  json: { type: 'boolean', help: 'One JSON object: the commands, the topics, or the text of a page.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const helpCommand = defineCommand({
  name: 'help',
  group: 'install',
  summary: 'List the commands, show the options of one, or a page of the documentation.',
  usage: '[COMMAND | topics | TOPIC [SECTION]] [--json]',
  about:
    '`hookctl COMMAND --help` shows the same page as `hookctl help COMMAND`. The pages of docs/ come with hookctl and are shown without a network: `hookctl help policy`, `hookctl help traps NAME`. A page with the same name as a command has the suffix .md (`hookctl help install.md`).',
  options: OPTIONS,
  maxPositionals: 2,
  arguments: ['topics', 'traps'],
  json: '{ version, groups: { ID: TITLE }, commands: [{ name, group, summary, usage, about, options: { NAME: { type, value, help } }, examples: [{ run, shows }] }] }; for topics { topics: [{ name, title }] }; for a page { topic, title, section, text } with Markdown',
  exitCodes: { 0: 'shown', 2: 'there is no such command, page or section' },
  examples: [
    { run: 'hookctl help', shows: 'all commands', harmless: true },
    { run: 'hookctl help fire', shows: 'one command', harmless: true },
    { run: 'hookctl help topics', shows: 'the pages that come with hookctl', harmless: true },
    { run: 'hookctl help policy', shows: 'the policy language', harmless: true },
    { run: 'hookctl help traps exit-1-does-not-block', shows: 'one trap that lint found', harmless: true },
    { run: 'hookctl help --json', shows: 'everything, for a tool', harmless: true },
  ],
  changes: 'nothing',
  run: async (input, program) => runHelp(input, program),
});

async function runHelp({ values, positionals }: Input, program: HookctlProgram): Promise<number> {
  const [name, section] = positionals;
  const isJson = values.json === true;
  const isCommand = name !== undefined && Object.hasOwn(program.commands, name) && section === undefined;
  if (name === undefined || isCommand) return showCommands(name, program, isJson);
  if (name === 'topics') return showTopics(program, isJson);
  return showPage(pageNamed(name, program), section, isJson);
}

async function showCommands(name: string | undefined, program: HookctlProgram, isJson: boolean): Promise<number> {
  const page = pageOf(process.stdout);
  const commands = (await allCommands(program)).filter((command) => name === undefined || command.name === name);
  // What JSON cannot say is left out (`run`) or null (any number of arguments).
  if (isJson) printVerbatim(`${jsonText({ version: program.version, groups: GROUPS, commands }, 2)}\n`);
  else if (name === undefined) print(renderOverview(commands, program.version, page));
  else {
    print(commands.map((command) => renderHelp(command, page)).join(''));
    if (docPages().some((one) => one.name === name)) print(`\nMore: \`hookctl help ${name}.md\`\n`);
  }
  return 0;
}

function showTopics(program: HookctlProgram, isJson: boolean): number {
  const pages = docPages();
  if (isJson) printVerbatim(`${jsonText({ topics: pages.map(({ name, title }) => ({ name, title })) }, 2)}\n`);
  else print(renderTopics(pages, Object.keys(program.commands), pageOf(process.stdout)));
  return 0;
}

/** More sections than these are looked up one by one. */
const MOST_SECTIONS = 30;

function showPage(page: DocPage, wanted: string | undefined, isJson: boolean): number {
  const sections = sectionsOf(page.text).filter(({ level }) => level === 2 || wanted !== undefined);
  const section = wanted === undefined ? null : sectionNamed(wanted, sections, page);
  const isLong = sections.length > MOST_SECTIONS;
  const text = section?.text ?? (isLong ? introductionOf(page.text) : page.text);
  if (isJson) {
    const { name: topic, title } = page;
    printVerbatim(
      `${jsonText({ topic, title, section: section?.name ?? null, text: section?.text ?? page.text }, 2)}\n`,
    );
    return 0;
  }
  // Already wrapped; only code is wider than the terminal, and that stays as it is.
  printVerbatim(renderMarkdown(text, pageOf(process.stdout)));
  if (section === null && sections.length > 1) print(sectionHint(page, sections, isLong));
  return 0;
}

function sectionHint({ name }: DocPage, sections: readonly Section[], isLong: boolean): string {
  const names = isLong ? '' : `: ${sections.map((one) => one.name).join(', ')}`;
  return `\n\`hookctl help ${name} SECTION\` shows one part${names}.\n`;
}

function pageNamed(name: string, { commands }: HookctlProgram): DocPage {
  const pages = docPages();
  const page = pages.find((one) => one.name === name.replace(/^docs\//, '').replace(/\.md$/, ''));
  if (page !== undefined) return page;
  const near = nearest(name, [...Object.keys(commands), 'topics', ...pages.map((one) => one.name)]);
  const hint = near === null ? 'hookctl help topics lists the pages' : `did you mean "${near}"?`;
  throw new UsageError(`no command or page "${name}"; ${hint}`);
}

/** By its name, or by a part of it that only one has. */
function sectionNamed(wanted: string, sections: readonly Section[], { name }: DocPage): Section {
  const word = wanted.toLowerCase().replace(/^#/, '').replaceAll(' ', '-');
  const exact = sections.find((one) => one.name === word);
  const alike = sections.filter((one) => one.name.includes(word));
  const found = exact ?? (alike.length === 1 ? alike[0] : undefined);
  if (found !== undefined) return found;
  const names = alike.length > 1 ? alike : sections;
  const near = nearest(
    word,
    sections.map((one) => one.name),
  );
  const hint =
    alike.length < 2 && near !== null
      ? `did you mean "${near}"?`
      : `there are ${names
          .slice(0, 12)
          .map((one) => one.name)
          .join(', ')}${names.length > 12 ? ' …' : ''}`;
  throw new UsageError(`no section "${wanted}" in ${name}; ${hint}`);
}
