/** What must be known of a program to compare its arguments with a pattern: which flags are equal, which take a value, whether its first word is a command. */
interface ProgramFacts {
  /** `r,R,recursive f,force`: equal names. */
  equal?: string;
  /** Options before the subcommand that take the next word as their value. */
  values?: string;
  /** The first operand is a command of its own: `git push`, `npm install`. */
  commands?: boolean;
  /** Long options have one dash: `find -delete`, `java -jar`. */
  oneDash?: boolean;
  /** `i=install`: other names of commands. */
  aliases?: string;
}

// Tables without a prototype: V8 then makes no shape for each name (docs/decisions/079).
const FACTS: Record<string, ProgramFacts> = {
  __proto__: null as never,
  rm: { equal: 'r,R,recursive f,force i,interactive d,dir v,verbose' },
  cp: { equal: 'r,R,recursive a,archive f,force n,no-clobber t,target-directory v,verbose' },
  mv: { equal: 'f,force n,no-clobber t,target-directory v,verbose' },
  ln: { equal: 's,symbolic f,force' },
  mkdir: { equal: 'p,parents m,mode' },
  chmod: { equal: 'R,recursive v,verbose' },
  chown: { equal: 'R,recursive v,verbose h,no-dereference' },
  chgrp: { equal: 'R,recursive' },
  tee: { equal: 'a,append' },
  sed: { equal: 'i,in-place e,expression f,file n,quiet,silent E,r,regexp-extended' },
  grep: { equal: 'r,recursive i,ignore-case v,invert-match l,files-with-matches' },
  tar: { equal: 'x,extract,get c,create f,file z,gzip C,directory' },
  curl: {
    equal:
      'o,output O,remote-name d,data X,request F,form T,upload-file k,insecure L,location s,silent H,header u,user f,fail',
  },
  wget: { equal: 'O,output-document q,quiet P,directory-prefix' },
  kill: { equal: 's,signal' },
  pkill: { values: '-u -U -g -G -P -s -t --uid --euid --group --pgroup --parent --session --terminal --signal' },
  killall: { values: '-u -s -y -o --user --signal --younger-than --older-than' },
  git: {
    commands: true,
    values: '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env',
    equal:
      'f,force d,delete m,message a,all n,no-verify q,quiet v,verbose u,set-upstream b,create p,patch s,signoff x,exec D',
  },
  npm: {
    commands: true,
    values: '--prefix -C --registry -w --workspace --cache --userconfig --loglevel',
    equal: 'g,global D,save-dev S,save f,force w,workspace',
    aliases:
      'i=install in=install isntall=install add=install t=test tst=test un=uninstall rm=uninstall remove=uninstall ci=clean-install',
  },
  pnpm: {
    commands: true,
    values: '--dir -C --filter -F --prefix',
    equal: 'g,global D,save-dev C,dir F,filter',
    aliases: 'i=install t=test rm=remove un=remove',
  },
  yarn: { commands: true, values: '--cwd', equal: 'D,dev g,global', aliases: '' },
  bun: { commands: true, values: '--cwd', equal: 'g,global d,dev', aliases: 'a=add i=install rm=remove' },
  pip: { commands: true, values: '--python --cache-dir --log', equal: 'r,requirement e,editable U,upgrade q,quiet' },
  uv: { commands: true, values: '--directory --project --python -p' },
  poetry: { commands: true, values: '-C --directory -P --project' },
  cargo: {
    commands: true,
    values: '-C --config --color -Z',
    equal: 'r,release q,quiet p,package',
    aliases: 't=test b=build r=run',
  },
  go: { commands: true, values: '-C', oneDash: true },
  gem: { commands: true },
  bundle: { commands: true },
  apt: { commands: true, values: '-o -c -t', equal: 'y,yes,assume-yes q,quiet' },
  brew: { commands: true, equal: 'f,force' },
  dnf: { commands: true, equal: 'y,assumeyes' },
  apk: { commands: true },
  pacman: {},
  docker: {
    commands: true,
    values: '-H --host --context -c --config -l --log-level --tlscacert --tlscert --tlskey',
    equal: 'f,force v,volume,volumes a,all i,interactive t,tty d,detach e,env p,publish',
  },
  kubectl: {
    commands: true,
    values: '-n --namespace --context --kubeconfig --cluster --user -s --server --as --token',
    equal: 'n,namespace f,filename A,all-namespaces l,selector o,output',
  },
  helm: { commands: true, values: '-n --namespace --kube-context --kubeconfig', equal: 'n,namespace' },
  terraform: { commands: true, values: '-chdir', oneDash: true },
  aws: { commands: true, values: '--profile --region --output --endpoint-url' },
  gcloud: { commands: true, values: '--project --account --configuration' },
  gh: { commands: true, values: '-R --repo --hostname' },
  az: { commands: true, values: '--subscription --output -o --query' },
  fly: { commands: true, values: '-a --app -c --config -t --access-token' },
  heroku: { commands: true },
  vercel: { commands: true, values: '--cwd --scope -S --token -t --local-config -A' },
  netlify: { commands: true },
  'redis-cli': { commands: true, values: '-h -p -n -a -u -s -r -i --user --pass' },
  gsutil: { commands: true, values: '-o -h -u' },
  pulumi: { commands: true, values: '-C --cwd' },
  hookctl: { commands: true },
  systemctl: { commands: true, values: '-H --host -M --machine', equal: 'f,force q,quiet' },
  dotnet: { commands: true },
  mvn: {},
  powershell: { oneDash: true },
  pwsh: { oneDash: true },
  'powershell.exe': { oneDash: true },
  find: { oneDash: true },
  java: { oneDash: true },
  gcc: { oneDash: true },
  ffmpeg: { oneDash: true },
  openssl: { oneDash: true, commands: true },
};

const SAME: Record<string, string> = {
  __proto__: null as never,
  'apt-get': 'apt',
  aptitude: 'apt',
  pip3: 'pip',
  podman: 'docker',
  tofu: 'terraform',
  terragrunt: 'terraform',
  flyctl: 'fly',
  vc: 'vercel',
  k: 'kubectl',
  oc: 'kubectl',
  egrep: 'grep',
  rg: 'grep',
  gsed: 'sed',
  yum: 'dnf',
  microdnf: 'dnf',
};

const NONE: ProgramFacts = {};

export function factsOfProgram(program: string): ProgramFacts {
  return (
    FACTS[program] ??
    FACTS[SAME[program] ?? ''] ??
    (endsInVersion(program) ? FACTS[program.replace(/[\d.]+$/, '')] : undefined) ??
    NONE
  );
}

/** Nearly every program is asked, and few carry one. */
export function endsInVersion(program: string): boolean {
  const last = program.charCodeAt(program.length - 1);
  return (last >= 48 && last <= 57) || last === 46;
}

interface Tables {
  /** Options that take a value. */
  values: ReadonlySet<string>;
  /** Another word for a command → the command. */
  aliases: ReadonlyMap<string, string>;
  flags: ReadonlyMap<string, string>;
}

const tables = new WeakMap<ProgramFacts, Tables>();

function tablesOf(program: string): Tables {
  const facts = factsOfProgram(program);
  const known = tables.get(facts);
  if (known !== undefined) return known;
  const aliases = new Map<string, string>();
  for (const pair of (facts.aliases ?? '').split(' ')) {
    const equals = pair.indexOf('=');
    const word = pair.slice(0, equals);
    if (equals > 0 && !aliases.has(word)) aliases.set(word, pair.slice(equals + 1));
  }
  const flags = new Map<string, string>();
  for (const group of (facts.equal ?? '').split(' ').filter(Boolean)) {
    const names = group.split(',');
    for (const name of names) flags.set(name, names[0] as string);
  }
  const made: Tables = { values: new Set((facts.values ?? '').split(' ')), aliases, flags };
  tables.set(facts, made);
  return made;
}

export function takesValue(program: string, option: string): boolean {
  return tablesOf(program).values.has(option);
}

export function canonicalCommand(program: string, word: string): string {
  return tablesOf(program).aliases.get(word) ?? word;
}

/** Every name of a flag's group under one name: `R` and `recursive` → `r`. */
export function canonicalFlags(program: string): ReadonlyMap<string, string> {
  return tablesOf(program).flags;
}
