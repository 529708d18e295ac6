import { defineProgram, type Definition } from './support/define-program.ts';

/** Tools that speak to services elsewhere. Rules know them by their commands; what they do with files follows from a few words. */
export const clouds = [
  cloud('aws', 'profile= region= output= endpoint-url=', {
    sends: /\bs3 (?:cp|mv|sync)\b|\bs3api put-object\b/,
    fetches: /\bs3 cp\b.*\s-(?:\s|$)|\bs3api get-object\b.*\/dev\/stdout|\bssm get-parameter|\blambda get-function\b/,
    isTalker: true,
  }),
  cloud('gcloud', 'project= account= configuration=', {
    sends: /\bstorage (?:cp|mv|rsync)\b|\bcompute scp\b|\bsecrets (?:create|versions add)\b/,
    fetches: /\bstorage (?:cat|cp\b.*\s-(?:\s|$))/,
    isTalker: true,
  }),
  cloud('gsutil', 'o= h= u=', {
    sends: /\b(?:cp|mv|rsync)\b/,
    fetches: /\bcat\b|\bcp\b.*\s-(?:\s|$)/,
    isTalker: true,
  }),
  cloud('az', 'subscription= o,output= query=', {
    sends: /\bstorage (?:blob|file|fs file) (?:upload|upload-batch|sync)\b|\bstorage copy\b/,
    fetches: /\bstorage blob download\b/,
    isTalker: true,
  }),
  cloud('gh', 'R,repo= hostname=', {
    sends: /\bgist (?:create|edit)\b|\brelease (?:upload|create)\b/,
    fetches: /\bgist view\b|\bapi\b|\brelease download\b.*(?:-O|--output)[ =]?-|\b(?:issue|pr|repo|release) view\b/,
    isTalker: true,
    clones: /^repo clone (\S+)(?: (\S+))?/,
    changesTree: /^(?:pr checkout|co)\b/,
  }),
  cloud('terraform tofu terragrunt', 'chdir=', {
    oneDash: true,
    effects: (call, machine) => {
      const plan = call.args.map((arg, i) => (/^--?out$/.test(arg) ? call.args[i + 1] : /^--?out=(.+)/.exec(arg)?.[1]));
      for (const file of plan) if (file !== undefined) machine.write(call, file, 'output');
      const [verb, directory = '.'] = call.args.filter((arg) => !arg.startsWith('-'));
      const looks = call.args.some((arg) => /^--?(?:check|write=false)/.test(arg));
      if (verb === 'fmt' && !looks)
        machine.write(call, directory.endsWith('.tf') ? directory : `${directory}/**`, 'format');
    },
  }),
  cloud('fly flyctl', 'a,app= c,config= t,access-token=', { isTalker: true }),
  cloud('heroku', '', { isTalker: true }),
  cloud('vercel vc', 'cwd= S,scope= t,token= A,local-config='),
  cloud('netlify', ''),
  cloud('pulumi', 'C,cwd='),
  defineProgram({
    names: 'glab',
    does: 'service',
    sends: /\bsnippet create\b|\brelease (?:upload|create)\b/,
    fetches: /\bapi\b|\bsnippet\b|\b(?:issue|mr|repo) view\b/,
    clones: /^repo clone (\S+)(?: (\S+))?/,
    isTalker: true,
  }),
  defineProgram({
    names: 'mc',
    does: 'service',
    sends: /\b(?:cp|mv|mirror|put)\b/,
    fetches: /\b(?:cat|head)\b/,
    isTalker: true,
  }),
  defineProgram({ names: 'mcli', does: 'service', sends: /\b(?:cp|mv|mirror|put)\b/, fetches: /\b(?:cat|head)\b/ }),
  defineProgram({
    names: 's3cmd',
    does: 'service',
    sends: /\b(?:put|sync)\b/,
    fetches: /\bget\b.*\s-(?:\s|$)/,
    isTalker: true,
  }),
  defineProgram({ names: 's5cmd', does: 'service', sends: /\b(?:cp|mv|sync)\b/, fetches: /\bcat\b/ }),
  defineProgram({
    names: 'b2',
    does: 'service',
    sends: /\b(?:upload-file|upload_file|file upload|sync)\b/,
    fetches: /\b(?:cat|file cat)\b/,
  }),
  defineProgram({ names: 'ipfs', does: 'service', sends: /\badd\b/, fetches: /\bcat\b/ }),
  defineProgram({ names: 'oras', does: 'service', fetches: /\bpull\b.*\s-(?:\s|$)|\bblob fetch\b/ }),
  defineProgram({ names: 'azcopy', does: 'service', sends: /\b(?:copy|cp|sync)\b/ }),
  defineProgram({ names: 'wormhole', does: 'service', sends: /\b(?:send|tx)\b/ }),
  defineProgram({ names: 'croc', does: 'service', sends: /\bsend\b/ }),
  defineProgram({ names: 'transfer pastebinit', does: 'service', sends: /./ }),
];

/** The options come before the command. */
function cloud(names: string, options: string, more: Partial<Definition> = {}): Definition {
  return defineProgram({ names, options: `+${options}`, subcommands: {}, does: 'service', ...more });
}
