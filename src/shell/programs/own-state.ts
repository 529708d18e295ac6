import { defineProgram } from './support/define-program.ts';

/**
 * Programs that work on a state of theirs: a repository, a book of accounts, a virtual machine, a desktop, a build. Which of their commands lose
 * something is for rules to say (`runs:`); files among their words are read.
 */
export const ownState = [
  defineProgram({
    names: 'hg fossil',
    does: 'own',
    isTalker: true,
    clones: /^clone (\S+)(?: (\S+))?/,
    changesTree: /^(?:update|up|checkout|co|revert|merge|graft|backout|rebase|unshelve)\b/,
    // A hook, an alias with a mark, and what connects or edits.
    startsBySetting:
      /^(?:(?:hooks\.[^=]+|ui\.(?:ssh|editor|merge|remotecmd)|pager\.pager|extdiff\.cmd\.[^=]+|merge-tools\.[^=]+\.executable)=|alias\.[^=]+=\s*["']?!)(.+)$/s,
  }),
  defineProgram({
    names: 'svn',
    does: 'own',
    isTalker: true,
    clones: /^(?:checkout|co|export) (\S+)(?: (\S+))?/,
    changesTree: /^(?:update|up|switch|sw|revert|merge|patch)\b/,
  }),
  defineProgram({
    names: 'jj',
    does: 'own',
    isTalker: true,
    changesTree: /^(?:restore|edit|new \S|undo|abandon|rebase)/,
  }),
  defineProgram({ names: 'dvc dolt ghq gita bk b4 chezmoi', does: 'own', isTalker: true }),
  defineProgram({ names: 'tldr', does: 'own', isTalker: true }),
  defineProgram({
    names:
      'VBoxManage gitlab-ctl gitui qm pct virsh pvesm apptainer singularity pio sfdk ng hledger gradle gradlew mvn mvnw sbt bazel nh tmt apx cradle eselect semanage nmcli iw ykman rabbitmqctl makoctl pkgctl bundletool resticprofile pass dconf tpm2 flutter react-native trunk wpctl xcodes apachectl bcachefs btrfs firefox chromium lambo herd pyats alr bootc route ArkAscendedServer ShooterGameServer abroot apparmor_parser arduino atoum audacious audit2allow audtool authconfig avo balooctl bluetoothctl blackfire bpftool cake cb chkrootkit clementine coredumpctl cupsd devspace dnote duplicacy ebuild eim elasticsearch-certutil elasticsearch-keystore ember emulator fabric filebrowser fixfiles fs_cli feh clamdscan birdc bd critique puppet zeroclaw openclaw clido ghost crictl jupyter bindkey calc betty',
    does: 'own',
  }),
];
