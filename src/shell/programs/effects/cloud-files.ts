import type { Call, Machine } from '../../run/machine.ts';

/** Programs of cloud stores that copy files: the words before the operands. */
const COPIES: Record<string, RegExp> = {
  aws: /\bs3 (?:cp|mv|sync)\b|\bs3api put-object\b/,
  gsutil: /\b(?:cp|mv|rsync)\b/,
  gcloud: /\bstorage (?:cp|mv|rsync)\b|\bcompute scp\b|\bsecrets (?:create|versions add)\b/,
  az: /\bstorage (?:blob|file|fs file) (?:upload|upload-batch|sync)\b|\bstorage copy\b/,
  azcopy: /\b(?:copy|cp|sync)\b/,
  mc: /\b(?:cp|mv|mirror|put)\b/,
  mcli: /\b(?:cp|mv|mirror|put)\b/,
  s3cmd: /\b(?:put|sync)\b/,
  s5cmd: /\b(?:cp|mv|sync)\b/,
  b2: /\b(?:upload-file|upload_file|file upload|sync)\b/,
  gh: /\bgist (?:create|edit)\b|\brelease (?:upload|create)\b/,
  glab: /\bsnippet create\b|\brelease (?:upload|create)\b/,
  wormhole: /\b(?:send|tx)\b/,
  croc: /\bsend\b/,
  transfer: /./,
  pastebinit: /./,
  ipfs: /\badd\b/,
};

/** Programs that print what somebody else stored: the words before the operands. */
const PRINTS: Record<string, RegExp> = {
  aws: /\bs3 cp\b.*\s-(?:\s|$)|\bs3api get-object\b.*\/dev\/stdout|\bssm get-parameter|\blambda get-function\b/,
  gsutil: /\bcat\b|\bcp\b.*\s-(?:\s|$)/,
  gcloud: /\bstorage (?:cat|cp\b.*\s-(?:\s|$))/,
  az: /\bstorage blob download\b/,
  mc: /\b(?:cat|head)\b/,
  mcli: /\b(?:cat|head)\b/,
  s3cmd: /\bget\b.*\s-(?:\s|$)/,
  s5cmd: /\bcat\b/,
  b2: /\b(?:cat|file cat)\b/,
  gh: /\bgist view\b|\bapi\b|\brelease download\b.*(?:-O|--output)[ =]?-|\b(?:issue|pr|repo|release) view\b/,
  glab: /\bapi\b|\bsnippet\b|\b(?:issue|mr|repo) view\b/,
  ipfs: /\bcat\b/,
  oras: /\bpull\b.*\s-(?:\s|$)|\bblob fetch\b/,
};

/** The words of a call go to another machine's store as files. */
export function sendsFiles(call: Call): boolean {
  return own(COPIES, call.program)?.test(call.args.join(' ')) === true;
}

/** What the call prints was written by somebody else, as with curl. */
export function printsFetched(call: Call): boolean {
  return own(PRINTS, call.program)?.test(call.args.join(' ')) === true;
}

/** `aws s3 cp s3://bucket/a ./a`: the file comes from the network, with its content. */
export function savesFetched(call: Call, machine: Machine): boolean {
  const [from, to] = call.args.filter((arg) => !arg.startsWith('-')).slice(-2);
  if (from === undefined || to === undefined || !isStored(from) || isStored(to) || !sendsFiles(call)) return false;
  const path =
    to.endsWith('/') || to === '.' ? `${to.replace(/\/$/, '')}/${from.slice(from.lastIndexOf('/') + 1)}` : to;
  machine.write(call, path, 'download', {
    content: machine.unknown(`$(<${machine.render(path)})`, 'network'),
  });
  return true;
}

function isStored(word: string): boolean {
  return /^(?:s3|gs|b2|https?):\/\//.test(word);
}

function own(table: Record<string, RegExp>, program: string): RegExp | undefined {
  return Object.hasOwn(table, program) ? table[program] : undefined;
}
