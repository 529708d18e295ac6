import { defineProgram } from './support/define-program.ts';

/** Programs that only show something: no effect on files, the network or processes, whatever their words are. */
export const noEffect = defineProgram({
  names:
    'ps top htop btop pgrep pidof uptime free vmstat iostat mpstat sar lsblk lscpu lspci lsusb lsmod lsns lsipc ipcs cal ncal calc factor netstat ss w who users finger groups getent nproc hostid tty stty locale tput clear reset fortune cbonsai cmatrix sl ascii exrex starship eza exa lsd gdu ncdu erd dust duf fastfetch neofetch screenfetch lpstat ausearch aureport ac betty biff away help ascii-image-converter pstree lslocks lsattr lsinitrd lsb_release sensors acpi upower vainfo vdpauinfo glxinfo xdpyinfo xwininfo xev wev inxi hwinfo lshw cloc tokei scc namei pathchk printenv sestatus getenforce zdump',
  isTalker: true,
  does: 'nothing',
});
