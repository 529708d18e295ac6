import { baseName } from '../files/paths.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
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
  encoder('lame', 'b= V= q= h m= r s= tt= ta= tl= ty= tc= quiet preset= decode', '.mp3'),
  encoder('oggenc', 'o,output= q,quality= b,bitrate= a,artist= t,title= l,album= n,names= R= B= C= r Q,quiet', '.ogg'),
  encoder('flac', 'o,output-name= d,decode t,test f,force s,silent c,stdout delete-input-file best fast', '.flac'),
  defineProgram({
    names: 'tesseract',
    options: 'l= psm= oem= c= tessdata-dir= user-words= dpi= list-langs',
    effects: (call, machine, { operands: [image, base, ...formats] }) => {
      if (image !== undefined) machine.read(call, image);
      if (base === undefined || /^(?:-|stdout)$/.test(base)) return;
      for (const format of formats.length === 0 ? ['txt'] : formats) machine.write(call, `${base}.${format}`, 'output');
    },
  }),
  tool('pngcrush', 'd= l= f= m= brute reduce rem= q v ow', { last: true, inPlaceWith: 'ow', oneDash: true }),
  tool('jpegtran cjpeg djpeg', 'outfile= rotate= flip= crop= copy= quality= scale= optimize progressive', {
    output: 'outfile',
    oneDash: true,
  }),
  unpacker('unar', 'o,output-directory= f,force-overwrite r,force-rename s,force-skip d,force-directory D p,password='),
  unpacker('cabextract', 'd,directory= F,filter= p,pipe q,quiet l,list t,test L,lowercase'),
  unpacker('innoextract', 'd,output-dir= I,include= l,list t,test e,extract s,silent q,quiet'),
  defineProgram({
    names: 'pax',
    options: 'r w f= b= o= s= x= a c d i k l n p= t u v z',
    effects: (call, machine, { has, operands, value }) => {
      const archive = value('f');
      if (has('r') && has('w')) {
        for (const file of operands.slice(0, -1)) machine.read(call, file, 'copy');
        machine.write(call, `${operands.at(-1) ?? '.'}/**`, 'copy');
      } else if (has('w')) {
        for (const file of operands) machine.read(call, file, 'archive');
        if (archive !== undefined) machine.write(call, archive, 'archive');
      } else {
        if (archive !== undefined) machine.read(call, archive, 'archive');
        if (has('r')) machine.write(call, './**', 'extract');
      }
    },
  }),
  tool('pg_restore', 'f,file= d,dbname= h,host= p,port= U,username= j,jobs= t,table= n,schema= F,format= l,list', {
    output: 'file',
  }),
  tool('pg_basebackup', 'D,pgdata= h,host= p,port= U,username= F,format= X,wal-method= R P v', {
    output: 'pgdata',
    reads: false,
  }),
  tool('openapi-generator openapi-generator-cli', 'i,input-spec= g,generator-name= o,output= c,config=', {
    directory: 'output',
    reads: false,
  }),
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

/** A file of sound becomes one of another format: the second operand, or the name of the first with another ending. */
function encoder(names: string, options: string, ending: string): Definition {
  return defineProgram({
    names,
    options,
    effects: (call, machine, { has, operands, value }) => {
      if (has('test') || has('stdout')) return;
      const given = value('output') ?? value('output-name');
      const [source, target] = operands;
      for (const file of operands) machine.read(call, file);
      // Only lame takes the name of what it makes as an operand.
      const made = call.program === 'lame' ? target : given;
      const ofSources = (call.program === 'lame' ? [source ?? ''] : operands).filter((file) => !/^-?$/.test(file));
      const files = made === undefined ? ofSources.map((file) => named(file, has('decode') ? '.wav' : ending)) : [made];
      for (const file of files) if (file !== '-') machine.write(call, file, 'output');
      if (has('delete-input-file')) for (const file of ofSources) machine.remove(call, file, 'compress');
    },
  });
}

/** What is in the archives lands in the current directory, or in the one that the option names. */
function unpacker(names: string, options: string): Definition {
  return defineProgram({
    names,
    options,
    effects: (call, machine, { has, operands, value }) => {
      for (const archive of operands) machine.read(call, archive, 'archive');
      if (operands.length === 0 || ['list', 'test', 'pipe'].some(has)) return;
      const directory = value('output-directory') ?? value('directory') ?? value('output-dir') ?? '.';
      machine.write(call, `${directory.replace(/(.)\/+$/, '$1')}/**`, 'extract');
    },
  });
}
