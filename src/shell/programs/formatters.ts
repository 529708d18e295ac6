import { defineProgram, type Program } from './support/define-program.ts';

/** Tools that rewrite the files they are given: with an option, unless an option forbids it, or always. */
export const formatters = [
  rewriter(
    'yq',
    'i,inplace,in-place e,expression= f,from-file= o,output-format= p,input-format= P,prettyPrint s,split-exp= n r',
    { with: 'in-place', skips: 1, via: 'in-place' },
  ),
  rewriter('dasel', 'f= w= r= o=', { with: 'none', skips: 99 }),
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
  rewriter('stylelint', 'fix config= f,formatter= ignore-path=', { with: 'fix' }),
  rewriter('gofmt', 'w l d e s r= cpuprofile=', { with: 'w' }),
  rewriter('goimports', 'w l d local=', { with: 'w' }),
  rewriter('clang-format', 'i style= assume-filename= lines= fallback-style= n,dry-run', { with: 'i' }),
  rewriter(
    'autopep8',
    'i,in-place r,recursive d,diff max-line-length= a ignore= select= global-config= j,jobs= p,pep8-passes= exclude=',
    { with: 'in-place' },
  ),
  rewriter('yapf', 'i,in-place r,recursive d,diff style=', { with: 'in-place' }),
  rewriter('shfmt', 'w,write l d i= ln= s', { with: 'write' }),
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
    names: 'biome',
    options: 'write fix apply config-path=',
    effects: (call, machine, { has, operands }) => {
      if (['write', 'fix', 'apply'].some(has))
        for (const file of operands.slice(1)) machine.write(call, file, 'format');
    },
  }),
  defineProgram({
    names: 'ruff',
    options: 'fix unsafe-fixes check diff select= ignore= config= output-format= line-length=',
    effects: (call, machine, { has, operands: [verb, ...files] }) => {
      const formats = verb === 'format' && !has('check') && !has('diff');
      if (!formats && !(verb === 'check' && has('fix'))) return;
      for (const file of files.length === 0 ? ['.'] : files)
        machine.write(call, file === '.' ? './**' : file, 'format');
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
  /** The option that makes it write; `without`: the one that forbids it. */
  with?: string;
  without?: string;
  /** Operands in front of the files, unless an option gives the expression. */
  skips?: number;
  via?: 'in-place' | 'format';
};

function rewriter(names: string, options: string, writes: Writes): Program {
  const { with: flag, without, skips = 0, via = 'format' } = writes;
  return defineProgram({
    names,
    options,
    effects: (call, machine, { has, operands, value }) => {
      if (without !== undefined && (has(without) || has('diff'))) return;
      const words = operands[0] === 'eval' || operands[0] === 'e' ? operands.slice(1) : operands;
      const files = words.slice(has('expression') || has('from-file') ? 0 : skips);
      const output = value('output-file');
      if (output !== undefined) machine.write(call, output, 'output');
      for (const file of files) {
        if (flag !== undefined) machine.read(call, file);
        if (file === '-' || (flag !== undefined && !has(flag))) continue;
        machine.write(call, file === '.' || file.endsWith('/') ? `${file.replace(/\/$/, '')}/**` : file, via);
      }
    },
  });
}
