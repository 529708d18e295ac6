import { baseName } from '../files/paths.ts';
import { defineProgram } from './support/define-program.ts';
import { tool } from './support/define-tool.ts';

const named = (source: string, ending: string) => source.replace(/(?:\.\w+)?$/, ending);

/** Programs that make a file whose name follows from another word, or that everyone knows: `ctags` makes `tags`. */
export const makers = [
  tool('pdfunite', '', { last: true }),
  tool('rollup', 'o,file= d,dir= c,config? i,input= f,format= p,plugin= m,sourcemap? e,external= n,name= w,watch', {
    output: 'file',
    directory: 'dir',
  }),
  tool('typedoc', 'out= json=> options= tsconfig= entryPoints=', { directory: 'out' }),
  tool('jsdoc', 'd,destination= c,configure= t,template= r,recurse R,readme= u,tutorials=', {
    directory: 'destination',
  }),
  tool('inotifywait inotifywatch', 'o,outfile=> e,event= t,timeout= fromfile= exclude= format= timefmt= m r d q s', {
    reads: false,
  }),
  defineProgram({
    names: 'pdfseparate',
    oneDash: true,
    options: 'f= l= v h help',
    effects: (call, machine, { operands: [source, pattern] }) => {
      if (source !== undefined) machine.read(call, source);
      if (pattern !== undefined) machine.write(call, pattern.replace(/%0?\d*d/, '*'), 'output');
    },
  }),
  defineProgram({
    names: 'mmv mcp',
    options: 'm x r c o a l s h d p g t v n 0',
    effects: (call, machine, { has, operands: [from, to] }) => {
      if (from === undefined || to === undefined || has('n')) return;
      // `#1` is what the first wildcard has matched.
      if (call.program === 'mmv' && !['c', 'o', 'a', 'l', 's'].some(has)) machine.remove(call, from, 'move');
      machine.write(call, to.replaceAll(/#[lu]?\d/g, '*'), 'move');
    },
  }),
  defineProgram({
    names: 'plantuml',
    oneDash: true,
    options: 'tsvg tpng tpdf ttxt o= pipe charset=',
    effects: (call, machine, { has, operands }) => {
      const ending = has('tsvg') ? '.svg' : has('tpdf') ? '.pdf' : has('ttxt') ? '.atxt' : '.png';
      for (const file of has('pipe') ? [] : operands) {
        machine.read(call, file);
        machine.write(call, named(file, ending), 'output');
      }
    },
  }),
  tool('age-keygen', 'o,output= y pq', { output: 'output', reads: false }),
  tool('pg_dumpall', 'f,file= U,username= h,host= p,port= d,dbname= l,database= g r s c v', {
    output: 'file',
    reads: false,
  }),
  tool('mksquashfs', 'e= comp= b= root-becomes= info noappend', { last: true, oneDash: true }),
  tool('lame', 'b= V= q= h m= r s= tt= ta= tl= ty= tc= quiet preset=', { last: true }),
  tool('webpack webpack-cli', 'output-path,o=>/ c,config= mode= entry= profile= json?>', { reads: false }),
  defineProgram({
    names: 'ctags uctags exuberant-ctags',
    options: 'f,o= e R,recurse? L= languages= exclude= a,append? x,filter? extras= fields= kinds-all= options= V',
    effects: (call, machine, { has, operands, value }) => {
      const lists = call.args.some((arg) => /^--(?:list|print|help|version|license)/.test(arg));
      const file = value('f') ?? (has('e') ? 'TAGS' : 'tags');
      if ((operands.length > 0 || has('recurse') || has('L')) && !lists && !has('filter') && file !== '-')
        machine.write(call, file, 'output');
    },
  }),
  defineProgram({
    names: 'etags',
    options: 'o,output= a,append l,language= i,include= R r,regex=',
    effects: (call, machine, { operands, value }) => {
      if (operands.length > 0) machine.write(call, value('output') ?? 'TAGS', 'output');
    },
  }),
  defineProgram({
    names: 'htpasswd htdigest',
    options: 'b c n i m B 2 5 d s p D v C= r=',
    effects: (call, machine, { has, operands: [file] }) => {
      if (file === undefined || has('n')) return;
      if (has('v')) machine.read(call, file);
      else machine.write(call, file, 'output', { append: !has('c') });
    },
  }),
  defineProgram({
    names: 'ps2pdf ps2pdf12 ps2pdf13 ps2pdf14 eps2eps ps2ps pdf2ps',
    options: 'd? s? P? r?',
    effects: (call, machine, { operands: [source, target] }) => {
      if (source === undefined) return;
      machine.read(call, source);
      const made = target ?? named(baseName(source), call.program.startsWith('ps2pdf') ? '.pdf' : '.ps');
      if (made !== '-') machine.write(call, made, 'output');
    },
  }),
  defineProgram({
    names: 'pdftoppm pdftocairo pdfimages',
    oneDash: true,
    options:
      'f= l= r= rx= ry= x= y= W= H= scale-to= scale-to-x= scale-to-y= png jpeg tiff pdf svg ps eps list all j singlefile opw= upw=',
    effects: (call, machine, { has, operands: [source, root] }) => {
      if (source !== undefined) machine.read(call, source);
      // A page or an image each; the number and the ending follow the name.
      if (root === undefined || root === '-' || has('list')) return;
      const isOne = ['pdf', 'svg', 'ps', 'eps'].some(has);
      machine.write(call, isOne ? root : `${root}*`, 'output');
    },
  }),
  defineProgram({
    names: 'sphinx-build',
    options: 'b,builder= M= d= c,conf-dir= D= A= t= j,jobs= w=> a E n N q v W T',
    effects: (call, machine, { operands: [, output] }) => {
      if (output !== undefined) machine.write(call, `${output.replace(/(.)\/+$/, '$1')}/**`, 'output');
    },
  }),
  defineProgram({
    names: 'latexmk',
    oneDash: true,
    options:
      'pdf xelatex lualatex ps dvi c C f g silent quiet outdir= output-directory= auxdir= jobname= e= r= interaction=',
    effects: (call, machine, { has, operands, value }) => {
      if (has('c') || has('C')) return;
      const ending = has('dvi') ? '.dvi' : has('ps') ? '.ps' : '.pdf';
      for (const source of operands)
        machine.write(
          call,
          `${value('output-directory') ?? value('outdir') ?? '.'}/${named(baseName(source), ending)}`,
          'output',
        );
    },
  }),
];
