import { forEachChild, type Statement, type SyntaxNode } from '../../parse/parse.ts';
import { LEAVES } from '../ways/landings.ts';

/** What a round of a loop runs. */
export type Body = {
  reached: SyntaxNode;
  /** The code after a `break` or `continue` that always runs. */
  rest: SyntaxNode | undefined;
  leave: 'break' | 'continue' | undefined;
  /** Somewhere inside, a condition decides whether a round ends early. */
  mayLeave: boolean;
};

/** The commands of a loop, cut where every round leaves them. */
export function bodyOf(node: SyntaxNode): Body {
  if (node.type !== 'CompoundList') return { reached: node, rest: undefined, leave: undefined, mayLeave: true };
  const at = node.commands.findIndex((statement) => leaveOf(statement) !== undefined);
  const left = at < 0 ? undefined : leaveOf(node.commands[at] as Statement);
  const reached = at < 0 ? node.commands : node.commands.slice(0, left?.isInner === true ? at + 1 : at);
  return {
    reached: { ...node, commands: reached },
    rest: at < 0 ? undefined : { ...node, commands: node.commands.slice(at + 1) },
    // To go on with a loop further out ends this one.
    leave: left === undefined ? undefined : left.loops > 1 ? 'break' : left.by,
    mayLeave: reached.some(({ command }, i) => !(left?.isInner === true && i === at) && mayLeave(command)),
  };
}

type Leave = { by: 'break' | 'continue'; loops: number; isInner: boolean };

/** `break`, `continue 2`, and a loop inside that leaves this one as well. */
function leaveOf({ command, background }: Statement): Leave | undefined {
  if (background === true) return undefined;
  if (command.type === 'For' || command.type === 'While' || command.type === 'ArithmeticFor') {
    if (command.body.type !== 'CompoundList') return undefined;
    const [inner] = command.body.commands.flatMap((statement) => leaveOf(statement) ?? []);
    return inner === undefined || inner.loops < 2 ? undefined : { ...inner, loops: inner.loops - 1, isInner: true };
  }
  if (command.type !== 'Command' || command.args.length > 1) return undefined;
  const by = command.name?.value;
  const loops = Number(command.args[0]?.text ?? 1);
  return (by === 'break' || by === 'continue') && loops >= 1 ? { by, loops, isInner: false } : undefined;
}

/** Whether one of the commands leaves a round early. A function is only defined here, and a subshell leaves nothing but itself. */
function mayLeave(node: SyntaxNode): boolean {
  if (node.type === 'Command') return LEAVES.test(node.name?.value ?? '');
  let found = false;
  if (node.type === 'Function' || node.type === 'Subshell') return false;
  forEachChild(node, (child) => {
    found ||= mayLeave(child);
  });
  return found;
}

/** The commands of a list, and of groups in it. */
export function statementsOf(node: SyntaxNode): readonly Statement[] {
  if (node.type === 'CompoundList' || node.type === 'Script')
    return node.commands.flatMap((statement) =>
      statement.background !== true &&
      (statement.command.type === 'BraceGroup' || statement.command.type === 'Subshell')
        ? statementsOf(statement.command.body)
        : [statement],
    );
  return [];
}
