import type { LineFacts } from './line-facts.ts';

/**
 * The line of a call that succeeded, as the client writes it, read without parsing it: most bytes of a transcript are results that no rule asks for. Only what
 * is certain from the bytes is taken: the head is anchored at the start of the line, the tail at its end, and a quote within a JSON text is always escaped, so
 * that what stands between quotes here is structure. Who asks for the result itself makes the line be read again. Null: the line has another form and must be parsed.
 */
export function quickResult(line: Buffer): LineFacts | null {
  const head = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES));
  if (head === null) return null;
  const [matched, sidechain, agentId, toolUseId] = head;
  const end = line.indexOf(END_OF_MESSAGE, matched.length);
  if (end === -1 || line.subarray(matched.length, end).includes(NEXT_BLOCK)) return null;
  if (line.toString('latin1', end - FAILED.length, end) === FAILED) return null;
  const middle = MIDDLE.exec(line.toString('latin1', end, end + MIDDLE_BYTES));
  const ending = line.toString('utf8', Math.max(end, line.length - TAIL_BYTES));
  const tail = TAIL.exec(ending);
  if (middle === null || tail === null) return null;
  const time = Date.parse(middle[2] ?? '');
  if (Number.isNaN(time)) return null;
  const branch = tail[3] === undefined ? null : unquoted(tail[3]);
  return {
    type: 'user',
    fields: {},
    session: tail[2] ?? null,
    cwd: unquoted(tail[1] ?? ''),
    at: time,
    uuid: middle[1] ?? null,
    branch: branch === 'HEAD' ? null : branch,
    sidechain: sidechain === 'true',
    agentId: agentId ?? null,
    blocks: [{ type: 'tool_result', tool_use_id: toolUseId, is_error: false }],
    message: {},
    ...linesOfRead(line, end, ending),
    ...(isPlainRun(line, end, ending) ? { isPlainRun: true } : {}),
  };
}

/** `"toolUseResult":{"type":"text","file":{…,"numLines":3,"startLine":1,"totalLines":3}}`: the one number that a common rule asks of a Read. */
function linesOfRead(line: Buffer, end: number, ending: string): Pick<LineFacts, 'readLines'> {
  if (!READ.test(line.toString('latin1', end, end + MIDDLE_BYTES))) return {};
  const total = /"numLines":\d+,"startLine":\d+,"totalLines":(\d+)\}\}/.exec(ending)?.[1];
  return total === undefined ? {} : { readLines: Number(total) };
}

/**
 * `"toolUseResult":{"stdout":"…","stderr":"…","interrupted":false,"isImage":false,"noOutputExpected":false}`: all that a check asks of most commands. Any field
 * more, and the line is read.
 */
function isPlainRun(line: Buffer, end: number, ending: string): boolean {
  if (!PLAIN_END.test(ending) || !RUN.test(line.toString('latin1', end, end + MIDDLE_BYTES))) return false;
  return !TELLING.some((field) => line.includes(field, end));
}

const HEAD_BYTES = 600;
const HEAD =
  /^\{"parentUuid":(?:null|"[^"\\]*"),"isSidechain":(true|false),(?:"promptId":"[^"\\]*",)?(?:"agentId":"([^"\\]*)",)?"type":"user","message":\{"role":"user","content":\[\{"tool_use_id":"([^"\\]+)","type":"tool_result","content":"/;
const END_OF_MESSAGE = Buffer.from('}]},"uuid":"');
const NEXT_BLOCK = Buffer.from('"},{"');
const FAILED = '"is_error":true';
const MIDDLE_BYTES = 200;
const MIDDLE = /^\}\]\},"uuid":"([^"\\]*)","timestamp":"([^"\\]*)"[,}]/;
const READ = /^\}\]\},"uuid":"[^"\\]*","timestamp":"[^"\\]*","toolUseResult":\{"type":"text","file":\{"filePath":"/;
const RUN = /^\}\]\},"uuid":"[^"\\]*","timestamp":"[^"\\]*","toolUseResult":\{"stdout":"/;
const PLAIN_END = /","interrupted":false,"isImage":(?:true|false),"noOutputExpected":(?:true|false)\},"/;
const TELLING = ['"backgroundTaskId":', '"returnCodeInterpretation":'].map((field) => Buffer.from(field));
const TAIL_BYTES = 2_000;
const TAIL =
  /"cwd":"((?:[^"\\]|\\.)+)","sessionId":"([^"\\]+)","version":"[^"\\]*"(?:,"gitBranch":"((?:[^"\\]|\\.)*)")?(?:,"slug":"[^"\\]*")?\}\s*$/;

function unquoted(text: string): string {
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}
