/**
 * True for what prints the names of settings (`NAME=value`) and none of their values. Lines without `=` are printed whole, so a key does not become
 * harmless by that: only a file of settings does.
 */
export function hidesValues(file: string, printed: Printed): boolean {
  return /^\.env(?:$|[.\w-])/.test(file.slice(file.lastIndexOf('/') + 1)) && printsNames(printed);
}

type Printed = { cut: { delimiter: string; fields: string } } | { sed: readonly string[] } | { awk: readonly string[] };

function printsNames(printed: Printed): boolean {
  if ('cut' in printed) return printed.cut.delimiter === '=' && printed.cut.fields === '1';
  // `s/=.*/=***/`: `&` and `\1` would bring the value back.
  if ('sed' in printed)
    return printed.sed.length === 1 && /^s([/|#,])=\.\*(?:\$)?\1[^&\\]*\1g?$/.test(printed.sed[0] ?? '');
  const [separator = '', ...programs] = printed.awk;
  return (
    separator === '=' &&
    programs.length === 1 &&
    /^\s*(?:\/[^/]*\/\s*)?\{\s*print\s*\(?\s*\$1\s*\)?\s*;?\s*\}\s*$/.test(programs[0] ?? '')
  );
}
