const PATH = String.raw`("[^"\n]*"|'[^'\n]*'|[^\s|;{}()-][^\s|;{}()]*)`;

/** A listing whose items a block gets one by one. */
const FOR_EACH = new RegExp(
  String.raw`\b(Get-ChildItem|gci|ls|dir|Get-Item|gi)\s+(?:-(?:Literal)?Path\s+)?${PATH}([^|;{}]*)\|\s*(?:ForEach-Object|foreach|%)\s*(?:-Process\s*)?\{([^{}]*)\}`,
  'gi',
);

/** `(Get-Item x).Delete()`, with everything below it where that is asked for. */
const DELETED = new RegExp(
  String.raw`\((?:Get-Item|gi|Get-ChildItem|gci)\s+(?:-(?:Literal)?Path\s+)?${PATH}[^()]*\)\.Delete\s*\(`,
  'gi',
);

const FOREACH = /\bforeach\s*\(\s*\$(\w+)\s+in\s+@?\(?([^{}()]*)\)?\s*\)\s*\{([^{}]*)\}/gi;

const FUNCTION =
  /\bfunction\s+([\w-]+)\s*(?:\(\s*(?:\[\w+\]\s*)?\$(\w+)\s*\)\s*\{|\{\s*param\s*\(\s*(?:\[\w+\]\s*)?\$(\w+)\s*\))([^{}]*)\}/gi;

const MOST_ITEMS = 512;

/** Writes out what blocks are run for: `gci x | % { ri $_ }`, `foreach ($d in 'a', 'b') { … }`, a function of one parameter. */
export function unfoldBlocks(text: string): string {
  const listed = text.replace(FOR_EACH, (whole, lister: string, path: string, _options: string, body: string) => {
    const bare = path.replace(/^["']|["']$/g, '');
    const item = /^(?:Get-Item|gi)$/i.test(lister) ? bare : `${bare.replace(/[\\/]+$/, '')}/*`;
    return `${whole}; ${withValue(body, '_', item)}`;
  });
  const looped = listed.replace(FOREACH, (whole, name: string, items: string, body: string) =>
    [whole, ...split(items).map((item) => withValue(body, name, item))].join('; '),
  );
  const calls = [...looped.matchAll(FUNCTION)].flatMap(([, name = '', inside, behind, body = '']) =>
    [...looped.matchAll(new RegExp(String.raw`(?:^|[;\n|&])\s*${name}\s+(?:-\w+\s+)?${PATH}`, 'gi'))].map(
      ([, value = '']) => withValue(body, inside ?? behind ?? '', value.replace(/^["']|["']$/g, '')),
    ),
  );
  const deleted = [...looped.matchAll(DELETED)].map(([, path = '']) => `Remove-Item -Recurse ${path}`);
  return [looped, ...[...calls, ...deleted].slice(0, MOST_ITEMS)].join('; ');
}

function split(items: string): string[] {
  return items
    .split(',')
    .map((item) => item.trim().replace(/^["']|["']$/g, ''))
    .filter((item) => item !== '')
    .slice(0, MOST_ITEMS);
}

/** The name of a member of the item names the item: `$_.FullName`. */
function withValue(body: string, name: string, value: string): string {
  const variable = name === '_' ? String.raw`\$(?:_|PSItem)` : String.raw`\$${name}`;
  return body.replace(
    new RegExp(String.raw`${variable}(?:\.(?:FullName|PSPath|Name|Path))?(?![\w.])`, 'gi'),
    () => value,
  );
}
