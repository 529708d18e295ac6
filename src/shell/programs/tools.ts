import { pathOfUrl } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { tool } from './support/define-tool.ts';

/** Programs that read their operands and write what an option, or the last operand, names. */
export const tools = [
  defineProgram({
    names: 'dot neato twopi circo fdp sfdp',
    options: 'o= T= G= N= E= K= l= s? y? O q? v V x n?',
    effects: (call, machine, { all, has, operands, value }) => {
      for (const file of operands) machine.read(call, file);
      const output = value('o');
      if (output !== undefined) machine.write(call, output, 'output');
      // The name of the source and the format that follows.
      else if (has('O'))
        for (const file of operands)
          for (const format of all('T')) machine.write(call, `${file}.${format.split(':')[0]}`, 'output');
    },
  }),
  tool('babel', 'o,out-file= d,out-dir= config-file= presets= plugins= w,watch s,source-maps?', {
    output: 'out-file',
    directory: 'out-dir',
  }),
  tool('cpdf', 'o= i= pw= owner= user=', { output: 'o', oneDash: true }),
  tool('freeze', 'o,output= c,config= l,language= t,theme= x,execute= lines= width= height=', { output: 'output' }),
  tool('csc', 'o= output= out= target= r= c I= L= C= l=', { output: 'o', oneDash: true }),
  tool('bcftools samtools', 'o,output= O,output-type= r= R= t= T= s= S= i= e= f= threads= @=', { output: 'output' }),
  tool('compseq', 'outseq= outfile= sequence= word=', { output: 'outfile', oneDash: true }),
  tool('transmission-cli', 'w,download-dir= f,finish= p,port= d= u= g,config-dir= b,blocklist e= t= v', {
    directory: 'download-dir',
  }),
  tool('hugo', 's,source= d,destination= c,contentDir= config= b,baseURL= t,theme= e,environment= D F', {
    directory: 'destination',
  }),
  tool('flameshot', 'p,path= d,delay= n= r,raw c,clipboard', { output: 'path' }),
  tool('crunch', 'o= b= c= d= e= f= i l= p= q= r s= t= u z=', { output: 'o', reads: false }),
  tool(
    'pv',
    'N,name= s,size= L,rate-limit= i,interval= B,buffer-size= d,watchfd= w,width= H,height= P,pidfile= R,remote= o,output= S n q c f p t e r b a',
    { output: 'output' },
  ),
  tool('xclip xsel', 'selection= o,out i,in d,display= l,loops= t,target= rmlastnl', {}),
  tool(
    'dmesg',
    'F,file= K,kmsg-file= f,facility= l,level= n,console-level= s,buffer-size= since= until= time-format= L? C c D E',
    {},
  ),
  tool('choose', 'f,field-separator= i,input= o,output-field-separator= c n x', {}),
  tool('screencapture', 'R= T= t= l= D= x i c m w s', { last: true, reads: false }),
  tool('virtualenv', 'p,python= prompt= seeder= clear q v', { inPlace: true, reads: false }),
  // Editors that replace one text by another in files: `sd old new file`.
  defineProgram({
    names: 'sd rpl replace fastmod ruplacer',
    options:
      'p,preview F,fixed-strings f,flags= n,max-replacements= A,across s= x= i,ignore-case w,whole-words R,recursive t,use-tmpdir= e q,quiet v,verbose d,dir= m extensions= accept-all go',
    effects: (call, machine, { has, operands }) => {
      for (const file of operands.slice(2)) {
        if (has('preview')) machine.read(call, file);
        else if (file !== '--') machine.write(call, file, 'in-place');
      }
    },
  }),
  defineProgram({
    names: 'crudini',
    effects: (call, machine, { operands: [file] }) => {
      const edits = call.args.some((arg) => /^--(?:set|del|merge)$/.test(arg));
      if (file === undefined) return;
      if (edits) machine.write(call, file, 'in-place');
      else machine.read(call, file);
    },
  }),
  defineProgram({
    names: 'recode',
    effects: (call, machine, { operands: [, ...files] }) => {
      for (const file of files) machine.write(call, file, 'in-place');
    },
  }),
  tool('grim', 's= g= t= q= l= o= c', { last: true, reads: false }),
  defineProgram({
    names: 'xml xmlstarlet',
    effects: (call, machine) => {
      const [verb = '', ...rest] = call.args;
      const file = rest.at(-1);
      if (file === undefined || file.startsWith('-')) return;
      const edits = /^ed(?:it)?$/.test(verb) && rest.some((arg) => /^(?:-L|--inplace)$/.test(arg));
      if (edits) machine.write(call, file, 'in-place');
      else if (/[./]/.test(file)) machine.read(call, file);
    },
  }),
  defineProgram({ names: 'exiftool', effects: exiftool }),
  defineProgram({
    names: 'open xdg-open start',
    effects: (call, machine, { operands }) => {
      // In a batch file `start %0` starts the file itself.
      if (operands.includes('%0')) machine.emit(call, { kind: 'process', operation: 'fork-bomb', target: '%0' });
      for (const word of operands) {
        const path = pathOfUrl(word) ?? (/^[a-z]+:/i.test(word) ? '' : word);
        machine.read(call, path, 'use');
      }
    },
  }),
  defineProgram({
    names: 'atool aunpack apack als acat',
    options: 'l,list x,extract a,add c,cat d,diff X,extract-to= F,format= o= O= D,subdir e,each f,force q,quiet',
    effects: (call, machine, { has, operands: [archive = '', ...files], value }) => {
      const packs = has('add') || call.program === 'apack';
      for (const file of packs ? files : [archive]) machine.read(call, file, 'archive');
      if (packs) machine.write(call, archive, 'archive');
      if (has('extract') || call.program === 'aunpack' || value('extract-to') !== undefined)
        machine.write(call, `${value('extract-to') ?? '.'}/**`, 'extract');
    },
  }),
  defineProgram({
    names: 'codespell',
    options:
      'w,write-changes i,interactive= L,ignore-words-list= I,ignore-words= S,skip= x,exclude-file= D,dictionary= f q=',
    effects: (call, machine, { has, operands }) => {
      for (const file of operands) {
        if (has('write-changes')) machine.write(call, file === '.' ? './**' : file, 'in-place');
        else machine.read(call, file, 'search');
      }
    },
  }),
  defineProgram({
    names: 'clamscan',
    options:
      'r,recursive? i,infected move= copy= remove? l,log= f,file-list= d,database= exclude= exclude-dir= include= tempdir= bell',
    effects: (call, machine, { has, operands, value }) => {
      for (const path of operands) machine.read(call, path, 'use');
      const log = value('log');
      if (log !== undefined) machine.write(call, log, 'output', { append: true });
      const to = value('move') ?? value('copy');
      if (to !== undefined) machine.write(call, `${to}/**`, 'copy');
      const removes = (has('remove') && value('remove') !== 'no') || value('move') !== undefined;
      if (removes) for (const path of operands) machine.remove(call, `${path.replace(/(.)\/+$/, '$1')}/**/*`, 'other');
    },
  }),
  defineProgram({
    names: 'gst-launch-1.0',
    effects: (call, machine) => {
      for (const [at, arg] of call.args.entries()) {
        const file = /^location=(.+)$/s.exec(arg)?.[1];
        if (file === undefined) continue;
        const element = call.args.slice(0, at).findLast((word) => word.endsWith('src') || word.endsWith('sink'));
        if (element?.endsWith('sink') === true) machine.write(call, file, 'output');
        else machine.read(call, file);
      }
    },
  }),
  defineProgram({
    names: 'tcpdump',
    options:
      'B= c= C= E= F= G= i= j= m= M= Q= r= s= T= V= w= W= y= z= Z= n v q e t A X x l p D L d f h H I J K N O S u U b a',
    effects: (call, machine, { operands, value }) => {
      for (const option of ['r', 'F', 'V']) machine.read(call, value(option) ?? '');
      const file = value('w');
      if (file !== undefined && file !== '-') machine.write(call, file, 'output');
      // It starts this program for every file that it has finished.
      const program = value('z');
      if (program !== undefined)
        machine.run(call, [program, file ?? operands[0] ?? ''], { wrapper: 'tcpdump', via: 'option' });
    },
  }),
  defineProgram({
    names: 'wireshark tshark dumpcap',
    options:
      'a,autostop= b,ring-buffer= B,buffer-size= c= C= d= D e= E= f= F= g G= h H= i,interface= j= J= K= l L m= M= n N= o= O= p P q Q r,read-file= R= s= S k t= T= u= U= v V w,write-file= W= x X= y= Y= z=',
    effects: (call, machine, { value }) => {
      machine.read(call, value('read-file') ?? '');
      const file = value('write-file');
      if (file !== undefined && file !== '-') machine.write(call, file, 'output');
    },
  }),
  defineProgram({
    names: 'asciinema',
    options:
      'c,command= t,title= e,env= i,idle-time-limit= s= cols= rows= f,output-format= y q append overwrite stdin raw',
    effects: (call, machine, { operands: [verb, file], value }) => {
      if (verb !== 'rec') return;
      if (file !== undefined) machine.write(call, file, 'output');
      const text = value('command');
      if (text !== undefined) machine.script(call, text, { wrapper: 'asciinema', via: 'option', stdin: null });
    },
  }),
];

/** `-Tag=value` writes into the files, and keeps a copy unless it may not; `-o` and `-w` write others. */
function exiftool(call: Call, machine: Machine): void {
  const files = call.args.filter(
    (arg, i) => !arg.startsWith('-') && !/^-(?:o|w|W|d|c|i|ext|if|@|tagsFromFile|x|p)$/i.test(call.args[i - 1] ?? ''),
  );
  const writes = call.args.some((arg) => /^-[\w:*-]+[-+^]?=/.test(arg) || /^-(?:tagsFromFile|geotag)$/i.test(arg));
  const keeps = !call.args.some((arg) => arg.startsWith('-overwrite_original'));
  const output = call.args[call.args.indexOf('-o') + 1];
  // The name is a tag like any other: `-FileName=new` moves the file.
  const name = call.args.flatMap((arg) => /^-(?:filename|testname)=(.+)$/is.exec(arg)?.[1] ?? [])[0];
  if (name !== undefined) machine.write(call, name, 'move');
  for (const file of files) {
    if (!writes) machine.read(call, file);
    else if (call.args.includes('-o') && output !== undefined) machine.write(call, output, 'output');
    else {
      machine.write(call, file, 'in-place');
      if (keeps) machine.write(call, `${file}_original`, 'copy');
    }
  }
}
