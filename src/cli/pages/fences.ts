/** For each line: is it outside a block of code between fences? The fences themselves are inside. */
export function outsideFences(lines: readonly string[]): boolean[] {
  let fence: string | null = null;
  return lines.map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null) {
      fence = mark ?? null;
      return mark === undefined;
    }
    if (mark !== undefined && mark.startsWith(fence)) fence = null;
    return false;
  });
}
