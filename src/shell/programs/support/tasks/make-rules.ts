export type Variables = Map<string, string>;

export type Line = { text: string; number: number };

export type Named = { targets: string[]; needs: string[] };

export type Rule = Named & { recipe: Line[] };

/** `$(OBJS): %.o: %.c` has a pattern of the targets in front of what they need. A colon in `$(SRC:.c=.o)` is another one. */
const PATTERN_IN_FRONT = /^(?:[^:$]|\$\((?:[^()]|\([^()]*\))*\)|\$[^(])*:(?!=)/;

export function parseRules(text: string): { rules: Rule[]; variables: Variables; atOnce: Line[] } {
  const rules: Rule[] = [];
  const variables: Variables = new Map();
  const atOnce: Line[] = [];
  for (const { text: line, number } of joinedLines(text)) {
    for (const [, command = ''] of line.matchAll(/\$\(shell\s+([^)]*)\)/g)) atOnce.push({ text: command, number });
    const current = rules.at(-1);
    if (line.startsWith('\t')) {
      const recipe = { text: line.trim(), number };
      if (current === undefined) rules.push({ targets: [], needs: [], recipe: [recipe] });
      else current.recipe.push(recipe);
      continue;
    }
    const [variable] = variableIn(line);
    const rule = /^([^\s:#=][^:=]*)::?(?!=)([^;]*)(?:;(.*))?$/.exec(line);
    if (variable !== undefined) variables.set(...variable);
    else if (rule !== null)
      rules.push({
        targets: words(rule[1]),
        needs: words(rule[2]?.replace(PATTERN_IN_FRONT, '')),
        recipe: rule[3] === undefined ? [] : [{ text: rule[3], number }],
      });
  }
  return { rules, variables, atOnce };
}

/** Lines, with those that end in a backslash joined to the next. */
function joinedLines(text: string): Line[] {
  let number = 0;
  return text.split(/(?<!\\)\n/).map((joined) => {
    const line = { text: joined.replaceAll(/\\\n[ \t]*/g, ' '), number: number + 1 };
    number += joined.split('\n').length;
    return line;
  });
}

/** Blanks inside `$(…)` belong to the word. */
const WORD = /(?:\$\((?:[^()]|\([^()]*\))*\)|\S)+/g;

export function words(text = ''): string[] {
  return (text.match(WORD) ?? []).filter((word) => word !== '|');
}

export function variableIn(line: string): [name: string, value: string][] {
  const found = /^(?:export\s+|override\s+)*(\.?[A-Za-z_]\w*)\s*(?:[:?+!]|::)?=\s*(.*)$/.exec(line);
  return found === null ? [] : [[found[1] ?? '', found[2] ?? '']];
}

export function withVariables(line: string, variables: Variables): string {
  let text = line;
  for (let round = 0; round < 4; round++)
    text = text.replaceAll(/(?<!\$)\$(?:\((\w+)\)|\{(\w+)\})/g, (_whole, a?: string, b?: string) => {
      const name = a ?? b ?? '';
      return variables.get(name) ?? `$\${${name}}`;
    });
  return text;
}
