import { defineProgram } from './support/define-program.ts';
import { tool } from './support/define-tool.ts';

/**
 * Programs that only show something: no effect on files, the network or processes, whatever their words are. One whose words can name a file that it
 * opens is among those below.
 */
export const noEffect = [
  defineProgram({
    names:
      'ps top htop btop pgrep pidof uptime free vmstat iostat mpstat lsblk lscpu lspci lsusb lsmod lsns lsipc ipcs cal ncal factor netstat w finger groups nproc hostid tty stty locale tput clear reset cmatrix sl ascii eza exa lsd erd dust duf lpstat biff away help pstree lslocks lsattr lsb_release acpi upower vainfo vdpauinfo glxinfo xdpyinfo xwininfo xev wev inxi tokei namei pathchk sestatus getenforce zdump',
    isTalker: true,
    does: 'nothing',
  }),
  // These measure directories and look at devices; what they found can be kept in a file.
  { ...tool('sar', 'o= f= s? e? i= P= n= m= I= j=', { output: 'o', reads: false }), isTalker: true },
  tool('ss', 'D,diag= F,filter= f,family= A,query,socket= K,kill N,net=', { output: 'diag', reads: false }),
  tool('gdu ncdu', 'o,output-file= f,input-file= i,ignore-dirs= l,log-file= X,exclude-from= exclude= e= color=', {
    output: 'output-file log-file',
    reads: false,
  }),
  tool('scc', 'o,output= f,format= i,include-ext= exclude-dir= M,not-match= s,sort=', {
    output: 'output',
    reads: false,
  }),
  tool('hwinfo', 'log= save-config= dump-db= only= debug=', { output: 'log', oneDash: true, reads: false }),
  tool('lshw', 'C= c= class= dump= disable= enable= short json xml html', {
    output: 'dump',
    oneDash: true,
    reads: false,
  }),
  tool('exrex', 'o,output= l,limit= m= d,delimiter=', { output: 'output', reads: false }),
  tool('cbonsai', 'W,save= C,load= t,time= w,wait= m,message= b,base= c,leaf= M,multiplier= L,life= s,seed=', {
    output: 'save',
    reads: false,
  }),
  tool('starship', 'o,output=', { output: 'output', reads: false }),
  tool('fastfetch', 'gen-config? c,config= l,logo= file= source= logo-type= data= raw=', { output: 'gen-config' }),
  tool('ascii-image-converter', 's,save-img= save-txt= save-gif= W= H= d= m,map= font=', { directory: 'save-img' }),
  // What they show comes from the file they are given.
  tool('who users ac', 'f,file=', {}),
  tool('fortune', 'm= n=', {}),
  tool('neofetch', 'source= config= ascii= image= print_config', {}),
  tool('ausearch aureport', 'if= input= f= file= i interpret k= key= m= message= ts= start= te= end=', {
    oneDash: true,
  }),
  tool('sensors', 'c,config-file=', {}),
  tool('lsinitrd', 'f,file= k,kver= s', {}),
  cloc(),
];

/** It may start a program that unpacks archives or lists the files. */
function cloc() {
  return defineProgram({
    names: 'cloc',
    options:
      'out,o,report-file= config= list-file= exclude-dir= exclude-list-file= extract-with= vcs= ignored= counted= found= read-lang-def= write-lang-def= force-lang-def=',
    effects: (call, machine, { value }) => {
      for (const name of ['extract-with', 'vcs']) {
        const text = value(name);
        if (text !== undefined && /\s/.test(text))
          machine.script(call, text, { wrapper: 'cloc', via: 'option', stdin: null });
      }
      for (const name of ['report-file', 'ignored', 'counted', 'found', 'write-lang-def']) {
        const file = value(name);
        if (file !== undefined) machine.write(call, file, 'output');
      }
    },
  });
}
