import { defineProgram, type Program } from './support/define-program.ts';
import { tool } from './support/define-tool.ts';

/** Programs that make one file of another: images, sound, documents, style sheets, scripts, objects of compilers. */
export const converters = [
  tool(
    'terser uglifyjs',
    'o,output= c,compress? m,mangle? b,beautify? config-file= source-map= name-cache= e,enclose= p,parse= module toplevel',
    {
      output: 'output',
    },
  ),
  tool('svgo', 'o,output= i,input= s,string= f,folder= p,precision= config= multipass pretty q,quiet r,recursive', {
    output: 'output',
    inPlace: true,
  }),
  tool('lessc', 'source-map? js include-path= x,compress s,silent global-var= modify-var= rootpath=', { last: true }),
  tool('age', 'o,output= r,recipient= R,recipients-file= i,identity= e,encrypt d,decrypt p,passphrase a,armor', {
    output: 'output',
  }),
  tool('rsvg-convert', 'o,output= w,width= h,height= f,format= d= p= z,zoom= b,background-color= u a', {
    output: 'output',
  }),
  tool('inkscape', 'o,export-filename= w,export-width= h,export-height= d,export-dpi= actions= i,export-id= D C', {
    output: 'export-filename',
  }),
  tex('tex latex pdftex pdflatex xetex xelatex luatex lualatex lualatex-dev context'),
  tool('gs', 'o= sOutputFile= sDEVICE? d? s? q', { output: 'o', oneDash: true }),
  tool('wkhtmltopdf wkhtmltoimage', 's,page-size= O,orientation= T= B= L= R= q,quiet header-html= footer-html=', {
    last: true,
  }),
  tool('qpdf', 'password= pages encrypt decrypt linearize check rotate= split-pages?', { last: true }),
  tool('optipng', 'o= out= dir= quiet preserve', { output: 'out', inPlace: true, oneDash: true }),
  tool('jpegoptim', 'm,max= d,dest= S,size= s,strip-all q,quiet p,preserve o,overwrite f,force', {
    directory: 'dest',
    inPlace: true,
  }),
  tool('pngquant', 'o,output= quality= s,speed= ext= f,force posterize=', { output: 'output' }),
  tool('cwebp dwebp gif2webp', 'o= q= m= resize= crop= lossless quiet v', { output: 'o', oneDash: true }),
  tool('sox', 'r= b= c= e= t= v= V? q G', { last: true }),
  tool(
    'montage composite',
    'geometry= tile= label= background= resize= blend= gravity= title= font= pointsize= border=',
    {
      last: true,
      oneDash: true,
    },
  ),
  tool('ranlib', 't D U', { inPlace: true }),
  tool('strip', 'o= K,keep-symbol= N,strip-symbol= R,remove-section= F,target= g,S,d,strip-debug s,strip-all p', {
    output: 'o',
    inPlace: true,
  }),
  tool(
    'objcopy',
    'I,input-target= O,output-target= B,binary-architecture= j,only-section= R,remove-section= F,target= g S',
    {
      last: true,
    },
  ),
  tool('mongoexport', 'o,out= d,db= c,collection= q,query= f,fields= type= uri= h,host= port= u= p= sort= limit=', {
    output: 'out',
    reads: false,
  }),
  tool('mongodump', 'o,out= d,db= c,collection= q,query= uri= h,host= port= u= p= archive? gzip', {
    directory: 'out',
    reads: false,
  }),
  tool('yt-dlp youtube-dl', 'o,output= f,format= P,paths= a,batch-file= cookies= proxy= r= x write-sub', {
    output: 'output',
    reads: false,
  }),
  tool('mkdirp', 'm,mode= p,print', { inPlace: true, reads: false }),
  defineProgram({
    names: 'pdftk',
    effects: (call, machine) => {
      const at = call.args.indexOf('output');
      const target = at < 0 ? undefined : call.args[at + 1];
      for (const file of call.args.slice(0, Math.max(at, 0))) if (file.endsWith('.pdf')) machine.read(call, file);
      if (target !== undefined && target !== '-') machine.write(call, target, 'output');
    },
  }),
  defineProgram({
    names: 'jar',
    effects: (call, machine) => {
      const [mode = '', archive] = call.args;
      if (/^-?[cu]\w*f/.test(mode) && archive !== undefined) machine.write(call, archive, 'archive');
      if (/^-?x/.test(mode)) machine.write(call, './**', 'extract');
    },
  }),
  defineProgram({
    names: 'cpx copyfiles',
    effects: (call, machine, { operands }) => {
      for (const file of operands.slice(0, -1)) machine.read(call, file, 'copy');
      const target = operands.at(-1);
      if (operands.length > 1 && target !== undefined) machine.write(call, `${target.replace(/\/+$/, '')}/**`, 'copy');
    },
  }),
];

/** TeX from the command line: `\write18` is text for a shell, `\directlua` is code. */
function tex(names: string): Program {
  return defineProgram({
    names,
    effects: (call, machine) => {
      const reached = { wrapper: call.program, via: 'interpreter', stdin: null, capture: false } as const;
      for (const arg of call.args) {
        for (const [, text = ''] of arg.matchAll(/\\(?:write\s*18|ShellEscape|input\s*\|)\s*\{?([^}]*)/g))
          machine.script(call, text.replace(/^"|"$/g, ''), reached);
        const code = /\\(?:directlua|latelua|luaexec)\s*\{(.*)\}/s.exec(arg)?.[1];
        if (code !== undefined) machine.code(call, 'lua', code);
        if (!/^[-\\&]/.test(arg)) machine.read(call, arg);
      }
    },
  });
}
