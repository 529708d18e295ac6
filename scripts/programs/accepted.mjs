// What the reader of pages takes wrong, or what differs between variants of a program; each was looked at. `*` stands for the whole page.
export const ACCEPTED = acceptedFrom(`
  gcc cc g++ c++: foffload print-file-name print-prog-name specs std sysroot    | the value is attached with =
  valgrind: *                                                                    | the values are attached with =
  as ld: *                                                                       | pages of all processors together
  node nodejs: inspect max-http-header-size                                      | attached; node knows no abbreviations
  tree: gitfile infofile charset filelimit timefmt sort hintro houtro            | separate or attached, the page says [=]
  nasm: D I P U O MG MP hf                                                       | the page shows attached values
  ag: A B C                                                                      | the number may be left out at the end
  ack: C                                                                         | as ag
  black: t target-version                                                        | the page puts the choices into brackets
  javac: Aname source target module module-path processor-path source-path       | the page names the value in the text
  killall: o older-than s signal u user y younger-than                           | the value is named in the text only
  torsocks: u user p pass a address P port                                       | as killall
  ansible: a c i inventory m                                                     | as killall
  cpulimit: c cpu                                                                | as killall
  flock: w                                                                       | as killall
  http https: output auth                                                        | as killall
  ld.so: argv0 preload                                                           | as killall
  ltrace prlimit: p pid                                                          | as killall
  shasum: a algorithm                                                            | as killall
  sshpass: P                                                                     | as killall
  stat: c                                                                        | as killall
  systemd-run: u p                                                               | as killall
  tune2fs: i                                                                     | as killall
  badblocks: d e                                                                 | as killall
  mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4: C                                        | as killall
  mkfs.exfat: volume-label                                                       | --volume-guid begins so, too
  gpg: *                                                                         | its commands look like options with a value
  nix-shell: command                                                             | as killall
  less: k t                                                                      | as killall
  xxd: s                                                                         | -s [+][-]seek
  mount: out                                                                     | a word of the text
  zip: sp su                                                                     | -sp and -su are letters in one word
  rsync: B e T f M                                                               | the page puts --long=VALUE in front of -e
  sh bash dash mksh tcsh yash: *                                                 | what the pages list last is for test and bindkey
  yq: *                                                                          | two programs of that name
  bsdtar tar: *                                                                  | one table for GNU's and BSD's, which share letters
  base64 base32: i                                                               | macOS: the input; the file follows either way
  ncat: *                                                                        | one table with OpenBSD's nc
  pipx zypper snap flatpak composer luarocks cpan cpanm cabal nix-env: *         | one table; only names of packages are read
  chrt: p pid                                                                    | the words after it are operands 
  at batch: c                                                                    | as chrt
  curl: cookie-jar output-dir h help                                             | --cookie and --output begin so, too; help ends the call
  du: time                                                                       | attached
  rg: max-filesize type-add color                                                | as killall; --colors begins so, too
  patch: reject-format                                                           | --reject-file begins so, too
  realpath: relative-base                                                        | --relative-to begins so, too
  isort: project                                                                 | --profile begins so, too
  deluser delgroup: backup-suffix                                                | --backup-to begins so, too
  parallel: S joblog sshloginfile                                                | --jobs and --sshlogin begin so, too
  diff: GTYPE-group-format LTYPE-line-format                                     | stand for several names
  strace: no-abbrev                                                              | a word of the text
  rlwrap: multi-line                                                             | attached
  aria2c: async-dns                                                              | true or false may be left out
  groupadd: U users                                                              | as killall
  fdfind: o                                                                      | as killall
  usermod: b                                                                     | a flag of this version
  zstdcat lz4cat: *                                                              | one table with zcat
`);

function acceptedFrom(text) {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [, names, options] = /^\s*([^:]+): (.*?)\s*\|/.exec(line) ?? [];
        return names.split(' ').map((name) => [name, options.split(' ')]);
      }),
  );
}
