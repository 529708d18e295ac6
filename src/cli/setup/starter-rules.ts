import type { ProjectView } from './project-view.ts';

/** One rule that fits a project, as an example to change. */
export interface StarterRule {
  id: string;
  /** In one line, for the person. */
  about: string;
  /** Below `rules:`. */
  text: string;
}

/** The first that fits. A rule about files that a project does not have would only be noise. */
export function starterRule(project: ProjectView): StarterRule {
  return generated(project) ?? migrations(project) ?? lockFile(project) ?? workflows(project) ?? PUBLISH;
}

function generated({ directories }: ProjectView): StarterRule | null {
  const directory = named(directories, /(?:^|\/)(?:generated|__generated__)$/);
  if (directory === undefined) return null;
  return {
    id: 'generated-code',
    about: `refuses edits in ${directory}, which a program writes`,
    text: `  generated-code:
    before: write
    when: { path: "${directory}/**" }
    deny: "{path} is generated. Change what it is made from and run the generator."
    tests:
      - deny: [{ Edit: ${directory}/a.txt }, "echo x > ${directory}/a.txt"]
      - pass: [{ Edit: README.md }, ls ${directory}]
`,
  };
}

function migrations({ directories }: ProjectView): StarterRule | null {
  const directory = named(directories, /(?:^|\/)migrations$/);
  if (directory === undefined) return null;
  return {
    id: 'migrations',
    about: `asks before an edit in ${directory}`,
    text: `  migrations:
    before: write
    when: { path: "${directory}/**" }
    ask: "{path} is a migration; one that has run must not change. Did the user ask for this?"
    tests:
      - ask: [{ Edit: ${directory}/001.sql }, "echo x > ${directory}/002.sql"]
      - pass: [{ Edit: README.md }, ls ${directory}]
`,
  };
}

/** Lock file → what writes it. */
const LOCK_FILES: Readonly<Record<string, string>> = {
  'package-lock.json': 'npm install',
  'pnpm-lock.yaml': 'pnpm install',
  'yarn.lock': 'yarn install',
  'bun.lock': 'bun install',
  'Cargo.lock': 'cargo update',
  'go.sum': 'go mod tidy',
  'uv.lock': 'uv lock',
  'poetry.lock': 'poetry lock',
  'Gemfile.lock': 'bundle install',
  'composer.lock': 'composer update',
};

function lockFile({ files }: ProjectView): StarterRule | null {
  const [file, command] = Object.entries(LOCK_FILES).find(([name]) => files.includes(name)) ?? [];
  if (file === undefined || command === undefined) return null;
  return {
    id: 'lock-file',
    about: `refuses edits of ${file}, which \`${command}\` writes`,
    text: `  lock-file:
    before: write
    when: { path: "${file}" }
    deny: "\`${command}\` writes {path}. Change its source and run that command."
    tests:
      - deny: [{ Edit: ${file} }, "echo x > ${file}"]
      - pass: [${command}, { Edit: README.md }]
`,
  };
}

function workflows({ directories }: ProjectView): StarterRule | null {
  if (!directories.includes('.github/workflows')) return null;
  return {
    id: 'ci-config',
    about: 'asks before an edit in .github/workflows',
    text: `  ci-config:
    before: write
    when: { path: ".github/workflows/**" }
    ask: "{path} decides what CI runs, with the secrets of the repository. Did the user ask for this?"
    tests:
      - ask: [{ Edit: .github/workflows/test.yml }, "echo x > .github/workflows/test.yml"]
      - pass: [{ Edit: README.md }]
`,
  };
}

/** Fits everywhere. */
export const PUBLISH: StarterRule = {
  id: 'publish',
  about: 'asks before a package is published',
  text: `  publish:
    before: run
    when: { runs: [npm publish, pnpm publish, cargo publish, twine upload, gem push] }
    ask: "\`{command}\` publishes a package. Did the user ask for a release?"
    tests:
      - ask: [npm publish, cd packages/a && npm publish --access public]
      - pass: [npm pack, 'git commit -m "npm publish"']
`,
};

/** The one nearest to the root. A name that YAML or a glob would read in another way is left out. */
function named(directories: readonly string[], pattern: RegExp): string | undefined {
  return directories.find((path) => pattern.test(path) && /^[\w./-]+$/.test(path));
}
