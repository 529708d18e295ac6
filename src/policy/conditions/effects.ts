import type { Effect } from '../../shell/index.ts';
import { defineCondition } from './condition.ts';
import { shownEffect } from '../narrow/command-keys.ts';
import { hostOfAddress, spellingsOf } from '../match/host-name.ts';
import { effectsOf, type RuleScope } from './scope.ts';
import { compileBoolean, compileChoice, compileValue, testValue, type ValueTest } from '../language/value-matcher.ts';

interface EffectRow<K extends Effect['kind']> {
  name: string;
  about: string;
  /** The words that a policy may compare with. */
  words: readonly string[];
  kind: K;
  read: (effect: Effect & { kind: K }) => string;
}

/** Conditions that name a kind of effect: one row each. */
function defineEffect<K extends Effect['kind']>({ name, about, words, kind, read: readEffect }: EffectRow<K>) {
  const read = each<K>(kind, readEffect);
  return defineCondition<string[]>({
    name,
    about: `${about}: ${words.join(', ')}.`,
    value: 'words',
    phases: ['before', 'after'],
    compile: (value, context) => compileChoice(value, context, words),
    test: (wanted, scope) => read(scope).some((word) => wanted.includes(word)),
    saw: read,
    keys: (wanted) => wanted.map((word) => shownEffect(kind, word)),
  });
}

/** Conditions on a string that an effect carries. */
function defineText(name: string, about: string, kind: Effect['kind'], read: (scope: RuleScope) => (string | null)[]) {
  return defineCondition<ValueTest>({
    name,
    about,
    value: 'value',
    phases: ['before', 'after'],
    compile: (value, context) => compileValue(value, context),
    test: (test, scope) => read(scope).some((text) => testValue(test, text, scope.facts.caches)),
    saw: read,
    keys: () => [shownEffect(kind)],
  });
}

function each<K extends Effect['kind']>(kind: K, read: (effect: Effect & { kind: K }) => string) {
  return (scope: RuleScope): string[] => effectsOf(scope, kind).map(read);
}

function urls(scope: RuleScope): (string | null)[] {
  const { action } = scope.binding;
  return action?.kind === 'fetch' ? [action.url] : effectsOf(scope, 'network').map((effect) => effect.url);
}

function hosts(scope: RuleScope): (string | null)[] {
  const { action } = scope.binding;
  const found =
    action?.kind === 'fetch'
      ? [hostOf(action.url)]
      : effectsOf(scope, 'network').flatMap(({ host, url }) => [host, url === null ? null : hostOfAddress(url)]);
  return [...new Set(found.flatMap((host) => (host === null ? [null] : spellingsOf(host))))];
}

export function hostOf(url: string): string | null {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]+\]|[^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

const privilege = defineCondition<boolean>({
  name: 'privilege',
  about: 'The command raises its rights (sudo, doas, su …).',
  value: 'boolean',
  phases: ['before', 'after'],
  compile: compileBoolean,
  test: (wanted, scope) => effectsOf(scope, 'privilege').length > 0 === wanted,
  saw: each('privilege', (effect) => effect.program),
  keys: (wanted) => (wanted ? [shownEffect('privilege')] : null),
});

const privileged = defineCondition<boolean>({
  name: 'container.privileged',
  about: 'A container is started with the rights of the host.',
  value: 'boolean',
  phases: ['before', 'after'],
  compile: compileBoolean,
  test: (wanted, scope) => effectsOf(scope, 'container').some((effect) => effect.privileged === wanted),
  saw: (scope) => effectsOf(scope, 'container').map((effect) => effect.privileged),
  keys: () => [shownEffect('container')],
});

export const effectConditions = [
  defineEffect({
    name: 'network',
    about: 'Data goes over the network',
    words: ['download', 'upload', 'connect', 'listen'],
    kind: 'network',
    read: (effect) => effect.direction,
  }),
  defineText('host', 'The host that the command connects to.', 'network', hosts),
  defineText('url', 'The address that is fetched.', 'network', urls),
  defineText(
    'carries',
    'A secret that a shell command sends along: `$NPM_TOKEN`, `$(gh auth token)` or a key in full.',
    'network',
    (scope) => effectsOf(scope, 'network').flatMap((effect) => effect.carries ?? []),
  ),
  defineEffect({
    name: 'executes',
    about: 'Text is executed that comes from',
    words: ['network', 'decoded', 'fetched', 'file', 'stdin', 'unknown'],
    kind: 'code',
    read: (effect) => effect.source,
  }),
  defineEffect({
    name: 'disk',
    about: 'A disk is touched below its files',
    words: ['overwrite', 'format', 'partition', 'wipe', 'mount', 'unmount', 'remove', 'change', 'inspect'],
    kind: 'disk',
    read: (effect) => effect.operation,
  }),
  defineText(
    'disk.device',
    'The device.',
    'disk',
    each('disk', (effect) => effect.device),
  ),
  defineEffect({
    name: 'system',
    about: 'The machine itself is touched',
    words: ['kill', 'fork-bomb', 'power', 'service', 'firewall', 'kernel', 'account'],
    kind: 'process',
    read: (effect) => effect.operation,
  }),
  defineText(
    'system.target',
    'The process, service, account …',
    'process',
    each('process', (effect) => effect.target),
  ),
  defineEffect({
    name: 'persists',
    about: 'Something is left that runs later',
    words: ['cron', 'at', 'service', 'shell-startup', 'git-hook', 'ssh-key', 'login-item'],
    kind: 'persistence',
    read: (effect) => effect.what,
  }),
  defineEffect({
    name: 'package',
    about: 'A package manager is asked to',
    words: ['install', 'remove', 'publish', 'run'],
    kind: 'package',
    read: (effect) => effect.operation,
  }),
  defineText('package.name', 'A package that is named.', 'package', (scope) =>
    effectsOf(scope, 'package').flatMap((effect) => effect.packages),
  ),
  defineText(
    'chmod',
    'The change of rights, as written (777, u+s, root:root).',
    'permission',
    each('permission', (effect) => effect.change),
  ),
  privilege,
  privileged,
];
