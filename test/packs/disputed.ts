/**
 * Rows which the corpus calls safe although bash would destroy something when it runs them. Their sources allow them because their own parser cannot
 * follow the text. We judge by what a command does, so these stay stopped; see docs/decisions/031-disputed-labels.md.
 */
export const DISPUTED_SAFE: Readonly<Record<string, string>> = {
  'aca-safety-net-00182': 'rm /etc/passwd',
  'cc-safety-net-00033': '$(printf r)m -rf / is rm -rf /',
  'cc-safety-net-00172': 'rm -rf $(printf /) is rm -rf /',
  'cc-safety-net-00173': 'r$(printf m) -rf / is rm -rf /',
  'cc-safety-net-00334': 'the braces run in the same shell: deletes /Users/build',
  'cc-safety-net-00424': 'find . -exec rm -r deletes the whole project',
  'cc-safety-net-00425': 'find . -exec rm -f deletes every file of the project, .git included',
  'cc-safety-net-00695': 'recursive deletion of a directory outside the project',
  'cc-safety-net-00753': 'word splitting: deletes /tmp/safe and /Users/literal',
  'cc-safety-net-00754': '/tmp/../Users is /Users',
  'cc-safety-net-00755': '/var/tmp/../Users is /var/Users',
  'shellfirm-00247': 'flyctle is another name than flyctl, and may be a program; by its words it destroys an app',
  'shellfirm-01212': 'terraform destroy -target deletes the resource, which may be a database',
};

/** Rows which the corpus calls dangerous although nothing happens when bash runs them. They are not stopped. */
export const DISPUTED_DANGEROUS: Readonly<Record<string, string>> = {
  'cc-safety-net-00056': 'cat prints a here-document',
  'cc-safety-net-00288': 'command -v only looks the name up',
  'cc-safety-net-00289': 'command -V only looks the name up',
  'cc-safety-net-00290': 'command -V only looks the name up',
  'cc-safety-net-00592': 'git clean -n is a dry run, with or without -f',
};
