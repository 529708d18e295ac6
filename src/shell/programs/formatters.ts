import { defineProgram, type Definition } from './support/define-program.ts';

/** Tools that rewrite the files they are given: with an option, unless an option forbids it, or always. */
export const formatters = [
  rewriter(
    'yq',
    'i,inplace,in-place e,expression= f,from-file= o,output-format= p,input-format= P,prettyPrint s,split-exp= n r',
    { with: 'in-place', skips: 1, via: 'in-place' },
  ),
  rewriter('pyupgrade reorder-python-imports add-trailing-comma', 'exit-zero-even-if-changed keep-percent-format', {}),
  rewriter('mdformat sqlfmt', 'check number wrap= diff', { without: 'check' }),
  rewriter('docformatter', 'i,in-place c,check r,recursive wrap-summaries= wrap-descriptions=', { with: 'in-place' }),
  rewriter('djlint', 'reformat check lint profile= extension= indent= quiet', { with: 'reformat' }),
  rewriter('autoflake', 'i,in-place r,recursive imports= exclude= c,check remove-all-unused-imports', {
    with: 'in-place',
  }),
  rewriter('gofumpt', 'w l d e extra lang= modpath=', { with: 'w' }),
  rewriter('clang-tidy', 'fix fix-errors fix-notes p= checks= config= config-file= header-filter= export-fixes=>', {
    with: 'fix fix-errors fix-notes',
  }),
  rewriter('swiftformat', 'lint config= rules= disable= swiftversion= cache= dryrun', { without: 'lint dryrun' }),
  rewriter('sqlfluff', 'f,force dialect= config= rules= templater= exclude-rules= q v', {
    behind: 'fix format',
    anywhere: true,
  }),
  rewriter('buf', 'w,write d,diff config= path= exit-code', { behind: 'format', with: 'write', anywhere: true }),
  rewriter('comby', 'i,in-place matcher= f= d,directory= templates= config=', { with: 'in-place', skips: 2 }),
  rewriter(
    'prettier',
    'w,write c,check l,list-different config= parser= ignore-path= tab-width= print-width= log-level=',
    { with: 'write' },
  ),
  rewriter(
    'eslint',
    'fix c,config= ext= rule= f,format= o,output-file= max-warnings= ignore-path= ignore-pattern= parser= plugin= rulesdir= cache-location= fix-type= fix-dry-run',
    { with: 'fix' },
  ),
  rewriter('stylelint', 'fix config= f,formatter= ignore-path= o,output-file=', { with: 'fix' }),
  rewriter('standard xo ts-standard semistandard', 'fix env= global= parser= plugin= ext= v,verbose', {
    with: 'fix',
    anywhere: true,
  }),
  rewriter('markdownlint markdownlint-cli2', 'f,fix c,config= i,ignore= r,rules= o,output= p,ignore-path= q,quiet', {
    with: 'fix',
  }),
  rewriter('oxlint', 'fix fix-suggestions fix-dangerously c,config= A,allow= W,warn= D,deny= f,format=', {
    with: 'fix',
    anywhere: true,
  }),
  rewriter('rubocop', 'A,autocorrect-all a,x,autocorrect c,config= f,format= o,out= only= except= r,require=', {
    with: 'autocorrect autocorrect-all',
    anywhere: true,
  }),
  rewriter('ktlint', 'F,format reporter= R,ruleset= editorconfig= log-level= color relative', {
    with: 'format',
    anywhere: true,
  }),
  rewriter('swiftlint', 'fix autocorrect config= reporter=', { with: 'fix autocorrect', skips: 1, anywhere: true }),
  rewriter('stylua', 'c,check f,config-path= g,glob= output-format= verify', { without: 'check' }),
  rewriter('oxfmt', 'check list-different c,config= write', { without: 'check list-different', anywhere: true }),
  rewriter('dprint', 'c,config= excludes= plugins= incremental? diff', {
    behind: 'fmt',
    anywhere: true,
  }),
  rewriter('php-cs-fixer', 'dry-run diff rules= config= allow-risky= path-mode= using-cache= format= v q', {
    behind: 'fix',
    without: 'dry-run',
    anywhere: true,
    showsDiff: true,
  }),
  rewriter('phpcbf', 'standard= extensions= ignore= p q s v', {}),
  rewriter('taplo', 'check diff c,config= o,option= f,force', {
    behind: 'fmt format',
    without: 'check',
    anywhere: true,
  }),
  rewriter('golangci-lint', 'fix c,config= E,enable= D,disable= timeout= out-format= tests?', {
    behind: 'run',
    with: 'fix',
    anywhere: true,
  }),
  rewriter('cmake-format gersemi', 'i,in-place c,config-files= o,outfile-path=', { with: 'in-place' }),
  rewriter('latexindent', 'w,overwrite s,silent l,local? o,outputfile= c,cruft=', { with: 'overwrite' }),
  rewriter('astyle', 'style= options= n,suffix= r,recursive', {}),
  rewriter('ormolu fourmolu', 'm,mode= i', { with: 'i' }),
  rewriter('nixfmt nixpkgs-fmt alejandra', 'c,check q,quiet e,exclude=', { without: 'check' }),
  rewriter('google-java-format', 'i,r,replace a,aosp n,dry-run lines= offset= length=', { with: 'replace' }),
  rewriter('gofmt', 'w l d e s r= cpuprofile=', { with: 'w' }),
  rewriter('goimports', 'w l d local=', { with: 'w' }),
  rewriter('clang-format', 'i style= assume-filename= lines= fallback-style= n,dry-run', { with: 'i' }),
  rewriter(
    'autopep8',
    'i,in-place r,recursive d,diff max-line-length= a ignore= select= global-config= j,jobs= p,pep8-passes= exclude=',
    { with: 'in-place' },
  ),
  rewriter('yapf', 'i,in-place r,recursive d,diff style=', { with: 'in-place' }),
  rewriter('shfmt', 'w,write l d i= ln= s', { with: 'write', endings: false }),
  rewriter('rustfmt', 'check edition= config= config-path= emit= color=', { without: 'check' }),
  rewriter(
    'black',
    'check diff l,line-length= t,target-version= include= exclude= config= c,code= q v S safe= extend-exclude= force-exclude= stdin-filename=',
    {
      without: 'check',
    },
  ),
  rewriter(
    'isort',
    'c,check,check-only diff profile= l,lines= settings-path,sp= q s,skip= ns,dont-skip= t,top= b,builtin= o,thirdparty= p,project= m,multi_line= i,indent= a,add_import= r,remove_import= sd,section-default=',
    { without: 'check-only' },
  ),
  defineProgram({
    names: 'dasel',
    options: 'f,file= o,out=> r,read= w,write= p,parser= v,value= t,type= s,selector=',
    effects: (call, machine, { operands: [verb], value }) => {
      const file = value('file');
      if (file === undefined) return;
      if (/^(?:put|delete)$/.test(verb ?? '') && value('out') === undefined) machine.write(call, file, 'in-place');
      else machine.read(call, file);
    },
  }),
  defineProgram({
    names: '2to3',
    versioned: true,
    options: 'w,write n,nobackups o,output-dir= f,fix= x,nofix= j,processes= add-suffix= d,doctests_only no-diffs',
    effects: (call, machine, { has, operands, value }) => {
      const directory = value('output-dir');
      for (const file of operands) machine.read(call, file);
      if (!has('write')) return;
      if (directory !== undefined) return machine.write(call, `${directory}/**`, 'format');
      for (const file of operands) {
        machine.write(call, below(file), 'format');
        if (!has('nobackups') && below(file) === file) machine.write(call, `${file}.bak`, 'copy');
      }
    },
  }),
  defineProgram({
    names: 'indent gindent',
    effects: (call, machine) => {
      // Its many settings have one dash and several letters.
      const isOutput = (word = '') => /^(?:-o|--output-file)$/.test(word);
      const output = call.args.find((_arg, at) => isOutput(call.args[at - 1]));
      const files = call.args.filter((arg, at) => !arg.startsWith('-') && !isOutput(call.args[at - 1]));
      if (output !== undefined) machine.write(call, output, 'output');
      const prints = call.args.some((arg) => /^(?:-st|--standard-output)$/.test(arg));
      for (const file of files) {
        machine.read(call, file);
        if (output !== undefined || prints) continue;
        machine.write(call, file, 'in-place');
        // It keeps what was there under another name.
        machine.write(call, `${file}~`, 'copy');
      }
    },
  }),
  defineProgram({
    names: 'biome',
    options: 'write fix apply config-path=',
    effects: (call, machine, { has, operands }) => {
      if (['write', 'fix', 'apply'].some(has))
        for (const file of operands.length < 2 ? ['.'] : operands.slice(1)) machine.write(call, below(file), 'format');
    },
  }),
  defineProgram({
    names: 'ruff',
    options: 'fix unsafe-fixes check diff select= ignore= config= output-format= line-length= o,output-file=>',
    effects: (call, machine, { has, operands: [verb, ...files] }) => {
      const formats = verb === 'format' && !has('check') && !has('diff');
      if (!formats && !(verb === 'check' && has('fix'))) return;
      for (const file of files.length === 0 ? ['.'] : files) machine.write(call, below(file), 'format');
    },
  }),
  defineProgram({
    names: 'dos2unix unix2dos mac2unix unix2mac',
    options: 'n,newfile o,oldfile k,keepdate q,quiet f,force c,convmode= i,info? h,help V,version',
    effects: (call, machine, { has, operands }) => {
      if (has('info') || has('help')) return;
      // With `-n` they are pairs of an input and an output.
      for (const [at, file] of operands.entries())
        if (!has('newfile') || at % 2 === 1) machine.write(call, file, has('newfile') ? 'output' : 'in-place');
        else machine.read(call, file);
    },
  }),
];

type Writes = {
  /** The options that make it write; `without`: those that forbid it. */
  with?: string;
  without?: string;
  /** The subcommands that write. */
  behind?: string;
  /** Operands in front of the files, unless an option gives the expression. */
  skips?: number;
  via?: 'in-place' | 'format';
  /** Without files it takes all below the current directory. */
  anywhere?: true;
  /** It knows its files by their endings, so that a name without one is a directory. */
  endings?: boolean;
  /** It writes although it shows what it changes. */
  showsDiff?: true;
};

function rewriter(names: string, options: string, writes: Writes): Definition {
  const { without = '', behind, skips = 0, via = 'format', endings = via === 'format', anywhere } = writes;
  const flags = writes.with?.split(' ');
  return defineProgram({
    names,
    options,
    effects: (call, machine, { has, operands, value }) => {
      if (without !== '' && (without.split(' ').some(has) || (has('diff') && writes.showsDiff !== true))) return;
      if (behind !== undefined && !behind.split(' ').includes(operands[0] ?? '')) return;
      const words = /^e(?:val)?$/.test(operands[0] ?? '') || behind !== undefined ? operands.slice(1) : operands;
      const files = words.slice(has('expression') || has('from-file') ? 0 : skips);
      const output = value('output-file');
      if (output !== undefined) machine.write(call, output, 'output');
      const changes = flags === undefined || flags.some(has);
      for (const file of files) {
        if (flags !== undefined) machine.read(call, file);
        if (changes && file !== '-') machine.write(call, endings || isTree(file) ? below(file) : file, via);
      }
      if (changes && anywhere === true && files.length === 0) machine.write(call, './**', via);
    },
  });
}

/** What a tool changes that is given a file, or a directory with files of many endings: `src`, `./...`. */
function below(word: string): string {
  const name = word.slice(word.lastIndexOf('/') + 1);
  return isTree(word) || !/[.*?[]/.test(name) ? `${word.replace(/\/(?:\.\.\.)?$/, '')}/**` : word;
}

function isTree(word: string): boolean {
  return word === '.' || word.endsWith('/') || word.endsWith('/...');
}
