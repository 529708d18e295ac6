/** The part of bash that the client's analysis takes; everything else is a failed parse. */
export type Script = { items: Item[] };
export type Item = { node: Node; end: '\n' | ';' | ';;' | '&' | '' };

export type Node =
  | { kind: 'command'; assignments: Assignment[]; words: Word[]; redirects: Redirect[] }
  | { kind: 'declaration'; words: (Word | Assignment)[]; redirects: Redirect[] }
  | { kind: 'test'; words: Word[] }
  | { kind: 'pipeline'; nodes: Node[] }
  | { kind: 'list'; first: Node; rest: { operator: '&&' | '||'; node: Node }[] }
  | { kind: 'not'; node: Node | undefined }
  | { kind: 'subshell'; script: Script }
  | { kind: 'if'; condition: Script; consequence: Script; others: Script[] }
  | { kind: 'while'; condition: Script; body: Script }
  | { kind: 'for'; name: string; words: Word[]; body: Script };

export type Assignment = { kind: 'assignment'; name: string; append: boolean; value: Word | undefined };
export type Redirect = { kind: 'file' | 'text'; target: Word } | { kind: 'heredoc'; body: string; indented: boolean };
export type Word = { kind: 'word'; parts: Part[] };

export type Part =
  /** Unquoted text, backslashes still in it. */
  | { kind: 'bare'; raw: string }
  | { kind: 'single'; text: string }
  | { kind: 'double'; parts: Part[] }
  /** Text inside double quotes, escapes resolved. */
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string }
  | { kind: 'substitution'; script: Script; backticks: boolean }
  | { kind: 'process'; script: Script }
  | { kind: 'arithmetic' };
