import {
  type Command,
  forEachChild,
  type ParsedScript,
  type Statement,
  type SyntaxNode,
  type WordNode,
} from '../../shell/parse/parse.ts';

/** A command with what its surroundings mean for it. */
export interface PlacedCommand {
  command: Command;
  /** It may be skipped: after `&&` or `||`, in a branch, a loop, a function. */
  isConditional: boolean;
  /** Its failure is handled: in a condition, before `&&` or `||`, negated. */
  isTested: boolean;
  /** Its place in the pipeline, and how long that is. */
  stage: number;
  stages: number;
  /** Inside `$(…)`, and then of which command or assignment. */
  isSubstituted: boolean;
  isInFunction: boolean;
  /** Its text goes to the hook's own stdout: not captured, piped on, or sent elsewhere by a redirection around it. */
  reachesStdout: boolean;
}

type Surroundings = Omit<PlacedCommand, 'command'>;

const TOP: Surroundings = {
  isConditional: false,
  isTested: false,
  stage: 0,
  stages: 1,
  isSubstituted: false,
  isInFunction: false,
  reachesStdout: true,
};

/** All simple commands in the order in which they are written. */
export function simpleCommands(script: ParsedScript): PlacedCommand[] {
  const found: PlacedCommand[] = [];
  for (const statement of script.commands) visit(statement, TOP, found);
  return found;
}

function visit(node: SyntaxNode, around: Surroundings, found: PlacedCommand[]): void {
  const below = (child: SyntaxNode, change: Partial<Surroundings> = {}): void =>
    visit(child, { ...around, ...change }, found);
  switch (node.type) {
    case 'Command':
      found.push({ command: node, ...around, reachesStdout: around.reachesStdout && !sendsStdoutAway(node.redirects) });
      forEachChild(node, (child) => below(child));
      return;
    case 'Redirected':
      below(node.command, { reachesStdout: around.reachesStdout && !sendsStdoutAway(node.redirects) });
      for (const redirect of node.redirects) below(redirect);
      return;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      for (const statement of node.script?.commands ?? [])
        below(statement, { isSubstituted: true, reachesStdout: false, stage: 0, stages: 1 });
      return;
    case 'AndOr':
      node.commands.forEach((one, index) =>
        below(one, {
          isConditional: around.isConditional || index > 0,
          isTested: around.isTested || index < node.commands.length - 1,
        }),
      );
      return;
    case 'Pipeline':
      node.commands.forEach((one, index) => {
        const last = index === node.commands.length - 1;
        const negated = node.prefixes.some((prefix) => prefix.type === 'Negation');
        below(one, {
          stage: index,
          stages: node.commands.length,
          isTested: around.isTested || negated,
          reachesStdout: around.reachesStdout && last,
        });
      });
      return;
    case 'If':
      below(node.clause, { isTested: true });
      below(node.then, { isConditional: true });
      for (const elif of node.elif) {
        below(elif.clause, { isTested: true, isConditional: true });
        below(elif.then, { isConditional: true });
      }
      if (node.else !== undefined) below(node.else, { isConditional: true });
      return;
    case 'While':
      below(node.clause, { isTested: true });
      below(node.body, { isConditional: true });
      return;
    case 'For':
    case 'Case':
    case 'Select':
    case 'ArithmeticFor':
      forEachChild(node, (child) => below(child, { isConditional: true }));
      return;
    case 'Function':
      below(node.body, { isConditional: true, isInFunction: true });
      return;
    default:
      forEachChild(node, (child) => below(child));
  }
}

type Redirects = Command['redirects'];

/** `>file`, `>&2`, `&>file`: what the command prints is not the hook's answer. */
export function sendsStdoutAway(redirects: Redirects): boolean {
  return redirects.some(
    (one) =>
      one.type === 'Redirect' &&
      (one.operator.startsWith('&>') ||
        (one.operator.startsWith('>') && (one.descriptor === undefined || isDescriptor(one.descriptor, 1)))),
  );
}

export function sendsToStderr(redirects: Redirects): boolean {
  return redirects.some((one) => {
    if (one.type !== 'Redirect' || (one.descriptor !== undefined && !isDescriptor(one.descriptor, 1))) return false;
    return (one.operator === '>&' && one.target?.value === '2') || one.target?.value === '/dev/stderr';
  });
}

function isDescriptor(descriptor: { type: string; value?: number }, number: number): boolean {
  return descriptor.value === number;
}

/** Every node of the tree, the insides of substitutions too. */
export function* nodesOf(root: SyntaxNode): Generator<SyntaxNode> {
  const stack: SyntaxNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    const children: SyntaxNode[] = [];
    forEachChild(node, (child) => children.push(child));
    stack.push(...children.reverse());
  }
}

export function nameOfCommand({ name }: Command): string {
  return name?.value.split('/').at(-1) ?? '';
}

export function operands({ args }: Command): WordNode[] {
  return args.filter((arg): arg is WordNode => arg.type === 'Word');
}

/** The lists of statements that run one after the other: the top, branches, bodies. */
export function* statementLists(script: ParsedScript): Generator<readonly Statement[]> {
  yield script.commands;
  for (const node of nodesOf(script)) if (node.type === 'CompoundList') yield node.commands;
}
