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

/** No second question mark, nothing that one reader of addresses may take for something else than another. */
const REQUEST = /^POST \/hook(?:\?([\w.~%!$&'()*+,;:=@/-]*))? HTTP\/1\.1$/;
/** A token, a colon, printable ASCII: no folded line, no space before the colon, no stray CR or LF, no byte that has a meaning in some encoding. */
const FIELD = /^([\w!#$%&'*+.^`|~-]+):[ \t]*((?:[!-~](?:[ \t]*[!-~])*)?)[ \t]*$/;
const LENGTH = /^[1-9]\d{0,7}$/;

/** Fields that say how the message is framed, or what becomes of the connection, in another way than by a length. */
const LEFT_TO_NODE = new Set(['transfer-encoding', 'trailer', 'expect', 'upgrade', 'proxy-connection']);
/** Fields that are looked at here: with two of them, somebody else may look at the other one. */
const ONCE = new Set(['host', 'origin', 'authorization', 'content-length', 'connection']);

/**
 * The head at the beginning of these bytes, if it is complete and of the plainest form. Null is no verdict: it says that `node:http` shall read it. So
 * this has to be right about what it takes, and may be wrong about what it leaves.
 */
export function readHead(bytes: Buffer): RequestHead | null {
  const end = bytes.indexOf(END);
  if (end < 0 || end > LONGEST_HEAD) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const request = REQUEST.exec(first);
  if (request === null) return null;
  const known: Record<string, string> = {};
  for (const line of lines) {
    const field = FIELD.exec(line);
    if (field === null) return null;
    const [, written = '', value = ''] = field;
    const name = written.toLowerCase();
    if (LEFT_TO_NODE.has(name)) return null;
    if (!ONCE.has(name)) continue;
    if (name in known) return null;
    known[name] = value;
  }
  const { host, origin, authorization, connection, 'content-length': length = '' } = known;
  if (!LENGTH.test(length) || (connection ?? 'keep-alive').toLowerCase() !== 'keep-alive') return null;
  return {
    query: request[1] ?? '',
    caller: { host, origin, authorization },
    headLength: end + END.length,
    bodyLength: Number(length),
  };
}
