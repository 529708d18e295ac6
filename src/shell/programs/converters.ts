import { baseName } from '../files/paths.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
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
  tool('age rage', 'o,output= r,recipient= R,recipients-file= i,identity= e,encrypt d,decrypt p,passphrase a,armor', {
    output: 'output',
  }),
  tool('rsvg-convert', 'o,output= w,width= h,height= f,format= d= p= z,zoom= b,background-color= u a', {
    output: 'output',
  }),
  tool('inkscape', 'o,export-filename= w,export-width= h,export-height= d,export-dpi= actions= i,export-id= D C', {
    output: 'export-filename',
  }),
  tex('tex latex pdftex pdflatex xetex xelatex luatex lualatex lualatex-dev context'),
  tool('gs', 'o= sOutputFile= sDEVICE? d? s? q', { output: 'o sOutputFile', oneDash: true }),
  tool('wkhtmltopdf wkhtmltoimage', 's,page-size= O,orientation= T= B= L= R= q,quiet header-html= footer-html=', {
    last: true,
  }),
  tool('qpdf', 'password= pages encrypt decrypt linearize check rotate= split-pages? replace-input', {
    last: true,
    inPlaceWith: 'replace-input',
  }),
  tool('optipng', 'o= out= dir=>/ log=> quiet preserve', { output: 'out', inPlace: true, oneDash: true }),
  tool('jpegoptim', 'm,max= d,dest= S,size= s,strip-all q,quiet p,preserve o,overwrite f,force', {
    directory: 'dest',
    inPlace: true,
  }),
  defineProgram({
    names: 'pngquant',
    options: 'o,output= quality= s,speed= ext= f,force skip-if-larger strip v posterize= nofs ordered',
    effects: (call, machine, { operands, value }) => {
      // The number of colours may stand in front.
      const files = operands.filter((word) => !/^\d+$/.test(word));
      for (const file of files) {
        machine.read(call, file);
        const made = value('output') ?? file.replace(/\.png$/i, value('ext') ?? '-fs8.png');
        if (made !== '-') machine.write(call, made, 'output');
      }
    },
  }),
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
    { last: true, inPlace: true },
  ),
  tool('mongoexport', 'o,out= d,db= c,collection= q,query= f,fields= type= uri= h,host= port= u= p= sort= limit=', {
    output: 'out',
    reads: false,
  }),
  tool('mongodump', 'o,out= d,db= c,collection= q,query= uri= h,host= port= u= p= archive?> gzip', {
    directory: 'out',
    reads: false,
  }),
  defineProgram({
    names: 'yt-dlp youtube-dl',
    options: 'o,output= f,format= P,paths= a,batch-file= cookies= proxy= r= x write-sub F,list-formats s,simulate j',
    effects: (call, machine, { has, operands, value }) => {
      if (operands.length === 0 || ['list-formats', 'simulate', 'j'].some(has)) return;
      const name = value('output');
      const place = value('paths');
      // Without a plain name the title of the film is the name of the file.
      const file = name === undefined || name.includes('%(') ? machine.unknown('title') : name;
      machine.write(call, place === undefined ? file : `${place}/${file}`, 'download');
    },
  }),
  tool('xmllint', 'o,output= schema= relaxng= dtdvalid= encode= xpath= path= pretty= maxmem= format noout', {
    output: 'output',
  }),
  tool('xsltproc', 'o,output= param= stringparam= path= maxdepth= encoding= v,verbose novalid', { output: 'output' }),
  tool('tidy', 'o= output= config= f=> file=> m modify i q asxml asxhtml utf8 w=', {
    output: 'o output',
    inPlaceWith: 'm modify',
    oneDash: true,
  }),
  tool('js-beautify css-beautify html-beautify', 'r,replace o,outfile= f,file= s,indent-size= t config= q', {
    output: 'outfile',
    inPlaceWith: 'replace',
  }),
  defineProgram({
    names: 'bison yacc byacc',
    options:
      'o,output= b,file-prefix= p,name-prefix= D,define= L,language= d,defines? report= report-file=> g,graph?> x,xml?> v,verbose t y,yacc h,help V,version',
    effects: (call, machine, { has, operands: [source = ''], value }) => {
      machine.read(call, source);
      const plain = call.program === 'bison' && !has('yacc') ? `${source.replace(/\.\w+$/, '')}.tab.c` : 'y.tab.c';
      const output = value('output') ?? plain;
      if (source !== '') machine.write(call, output, 'output');
      if (source !== '' && has('defines'))
        machine.write(call, value('defines') ?? output.replace(/c(\w*)$/, 'h$1'), 'output');
    },
  }),
  defineProgram({
    names: 'flex lex',
    options: 'o,outfile= P,prefix= S,skel= header-file= backup-file=> tables-file=> d t,stdout i v h,help V,version',
    effects: (call, machine, { has, operands: [source = ''], value }) => {
      machine.read(call, source);
      if (source !== '' && !has('stdout')) machine.write(call, value('outfile') ?? 'lex.yy.c', 'output');
      const header = value('header-file');
      if (header !== undefined) machine.write(call, header, 'output');
    },
  }),
  tool('scss less2css stylus', 'o,out= c,compress w,watch', { output: 'out' }),
  tool('tailwindcss', 'i,input= o,output= c,config= m,minify w,watch content= postcss?', {
    output: 'output',
    reads: false,
  }),
  tool('cleancss csso', 'o,output= O= i,input= f= source-map?', { output: 'output' }),
  tool('html-minifier html-minifier-terser', 'o,output= c,config-file= input-dir= output-dir=', {
    output: 'output',
    directory: 'output-dir',
  }),
  defineProgram({
    names: 'asciidoctor',
    options: 'o,out-file= D,destination-dir= b,backend= a,attribute= d,doctype= r,require= B,base-dir= q,quiet',
    effects: (call, machine, { operands, value }) => {
      const [output, directory] = [value('out-file'), value('destination-dir')];
      for (const file of operands) {
        machine.read(call, file);
        const ending = value('backend')?.startsWith('docbook') === true ? '.xml' : '.html';
        const made = output ?? (directory === undefined ? file.replace(/(?:\.\w+)?$/, ending) : `${directory}/**`);
        if (made !== '-') machine.write(call, made, 'output');
      }
    },
  }),
  tool('mmdc', 'i,input= o,output= t,theme= b,backgroundColor= c,configFile= C,cssFile= w= H= s=', {
    output: 'output',
    reads: false,
  }),
  tool(
    'swc',
    'o,out-file= d,out-dir= f,filename= config-file= C,config= ignore= only= extensions= w,watch q,quiet s?',
    {
      output: 'out-file',
      directory: 'out-dir',
    },
  ),
  tool('svgr', 'd,out-dir= ext= filename-case= template= index-template= config-file= ignore-existing', {
    directory: 'out-dir',
    reads: false,
  }),
  tool('jadx', 'd,output-dir= ds,output-dir-src= dr,output-dir-res= j,threads-count= e,export-gradle', {
    directory: 'output-dir',
  }),
  tool('autoconf autoheader', 'o,output= B,prepend-include= I,include= W,warnings= f,force v,verbose d,debug', {
    output: 'output',
  }),
  tool('shc', 'o= f= e= m= i= x= l= r v D U', { output: 'o' }),
  tool('lighthouse', 'output-path= output= preset= chrome-flags= only-categories= view quiet', {
    output: 'output-path',
    reads: false,
  }),
  tool('rustdoc', 'o,out-dir= output= crate-name= crate-type= cfg= L= C= extern= edition= test', {
    directory: 'out-dir',
  }),
  defineProgram({
    names: 'soffice libreoffice',
    options: 'convert-to= outdir= infilter= headless view p,print-to-file',
    effects: (call, machine, { operands, value }) => {
      const format = value('convert-to')?.replace(/:.*$/s, '');
      for (const file of operands) {
        machine.read(call, file);
        const made = `${value('outdir') ?? '.'}/${baseName(file).replace(/(?:\.\w+)?$/, '')}.${format}`;
        if (format !== undefined) machine.write(call, made, 'output');
      }
    },
  }),
  tool('swiftc valac ocamlc ocamlopt ocamlfind fpc dmd ldc2 gdc', 'o= O I= L= l= pkg= package= linkpkg', {
    output: 'o',
    oneDash: true,
  }),
  tool('thrift', 'o= out= I= gen= r strict', { directory: 'out', oneDash: true }),
  tool('pdfcrop pdfjam pdfbook', 'o,outfile= margins= bbox= nup= paper= clip', { output: 'outfile', last: true }),
  tool('initdb', 'D,pgdata= U,username= E,encoding= A,auth= locale= pwfile=', { output: 'pgdata', reads: false }),
  defineProgram({
    names: 'dpkg-deb',
    effects: (call, machine) => {
      const [mode = '', ...words] = call.args.filter(
        (arg) => !/^-[zZSD]|^--(?:nocheck|root-owner-group|uniform)/.test(arg),
      );
      const [from, to] = words;
      if (from !== undefined) machine.read(call, from);
      if (/^(?:-[xXR]|--(?:v?extract|raw-extract))$/.test(mode) && to !== undefined)
        machine.write(call, `${to.replace(/\/+$/, '')}/**`, 'extract');
      if (/^(?:-e|--control)$/.test(mode)) machine.write(call, `${to ?? 'DEBIAN'}/**`, 'extract');
      if (/^(?:-b|--build)$/.test(mode) && from !== undefined)
        machine.write(call, to ?? `${from.replace(/\/+$/, '')}.deb`, 'archive');
    },
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
function tex(names: string): Definition {
  return defineProgram({
    names,
    effects: (call, machine) => {
      const reached = { wrapper: call.program, via: 'interpreter', stdin: null, capture: false } as const;
      for (const arg of call.args) {
        for (const [, text = ''] of arg.matchAll(/\\(?:write\s*18|ShellEscape|input\s*\|)\s*\{?([^}]*)/g))
          machine.script(call, text.replace(/^"|"$/g, ''), reached);
        const code = /\\(?:directlua|latelua|luaexec)\s*\{(.*)\}/s.exec(arg)?.[1];
        if (code !== undefined) machine.code(call, 'lua', code);
        for (const [, file = ''] of arg.matchAll(
          /\\(?:\w*input\w*|include|openin\d*=?|file_get:nn?V?)\s*\{?\s*(\/[\w./~-]+)/g,
        ))
          machine.read(call, file);
        if (!/^[-\\&]/.test(arg)) machine.read(call, arg);
      }
    },
  });
}
