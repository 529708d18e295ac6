import type { Caller } from './guard.ts';

/** The head of a request as every agent sends it. */
export interface RequestHead {
  query: string;
  caller: Caller;
  /** Bytes of the head, and of the body behind it. */
  headLength: number;
  bodyLength: number;
}

/** Node takes 16 KB. */
const LONGEST_HEAD = 8 * 1024;
const END = '\r\n\r\n';

/**
 * The address has no second question mark and nothing that one reader may take for something else than another. A field is a token, a colon and printable
 * ASCII: no folded line, no space before the colon, no stray CR or LF, no byte that has a meaning in some encoding.
 */
const PLAIN = /^POST \/hook(?:\?([\w.~%!$&'()*+,;:=@/-]*))? HTTP\/1\.1(?:\r\n[\w!#$%&'*+.^`|~-]+:[\t -~]*)*$/;
/** Fields that are looked at here, and fields that say in another way how the message is framed or what becomes of the connection. */
const FIELD =
  /\r\n(?:(host|origin|authorization|content-length|connection)|transfer-encoding|trailer|expect|upgrade|proxy-connection):([^\r]*)/gi;
const LENGTH = /^[1-9]\d{0,7}$/;

/**
 * The head at the beginning of these bytes, if it is complete and of the plainest form. Null is no verdict: it says that `node:http` shall read it. So
 * this has to be right about what it takes, and may be wrong about what it leaves.
 */
export function readHead(bytes: Buffer): RequestHead | null {
  const end = bytes.indexOf(END);
  if (end < 0 || end > LONGEST_HEAD) return null;
  const text = bytes.toString('latin1', 0, end);
  const before = known.get(text);
  if (before !== undefined) return before;
  const head = headOf(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, head);
  return head;
}

/** An agent's heads differ in one number. */
const known = new Map<string, RequestHead | null>();
const MOST_KNOWN = 256;

function headOf(text: string): RequestHead | null {
  const plain = PLAIN.exec(text);
  if (plain === null) return null;
  const fields: Record<string, string> = {};
  // Not `matchAll`, which makes a copy of the expression each time.
  FIELD.lastIndex = 0;
  for (let found = FIELD.exec(text); found !== null; found = FIELD.exec(text)) {
    const [, written, value = ''] = found;
    const name = written?.toLowerCase();
    // Of two, somebody else may look at the other one.
    if (name === undefined || name in fields) return null;
    fields[name] = value.trim();
  }
  const { host, origin, authorization, connection, 'content-length': length = '' } = fields;
  if (!LENGTH.test(length) || (connection ?? 'keep-alive').toLowerCase() !== 'keep-alive') return null;
  return {
    query: plain[1] ?? '',
    caller: { host, origin, authorization },
    headLength: text.length + END.length,
    bodyLength: Number(length),
  };
}
