import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkNode } from '../src/commands/doctor.js';
import { main } from '../src/main.js';
import { VERSION } from '../src/version.js';
import { DocsRepo, sampleRepo, servedRepo } from './docs-repo.js';

interface Finding {
  readonly check: string;
  readonly code: string;
  readonly file?: string;
  readonly message: string;
  readonly remedy: string;
}

type Env = Readonly<Record<string, string>>;

async function findings(repo: DocsRepo, env: Env): Promise<Finding[]> {
  let out = '';
  const stdout = { write: (text: string) => (out += text) };
  await main(['doctor', '--json'], { stdout, stderr: { write: () => {} }, cwd: repo.root, env });
  const { checks } = JSON.parse(out) as { checks: { name: string; findings: Omit<Finding, 'check'>[] }[] };
  return checks.flatMap(({ name, findings }) => findings.map((finding) => ({ check: name, ...finding })));
}

/** The commands of a remedy, in their order; nobody is there whom `init` could ask. */
function commandsOf({ remedy }: Finding): string[][] {
  const [first = ''] = remedy.split(', or ');
  return [...first.matchAll(/`(?:npx )?topicmill ([^`]+)`/g)].map(([, command]) =>
    command === 'init' ? ['init', '--yes'] : command!.split(' '),
  );
}

/** What a person does who reads a remedy that names no command, by the remedy. */
type Acts = Readonly<Record<string, (repo: DocsRepo, finding: Finding) => unknown>>;

const remove = (repo: DocsRepo, { file }: Finding): void => repo.remove(file!);
const ACTS: Acts = {
  'Move it elsewhere if it is yours: no build reads it.': (repo, { file }) => repo.move(file!, 'elsewhere'),
  'Remove it: `topicmill init --undo` cannot use it.': remove,
  'Remove the link, or let it lead to a folder of its own.': (repo, { file }) => rmSync(repo.path(file!)),
  'Remove .topicmill, or give it another name.': remove,
  'Remove .embedding-cache, or give it another name.': remove,
  'Add a line .topicmill.': (repo) => repo.write('.gitignore', '.topicmill\n'),
  'Rename one of the two pages or folders, or leave one out.': (repo, { file }) =>
    repo.has(file!) && repo.move(file!, 'docs/loaf'),
  'Rename it, or the page that it is named after; pages can also be left out: `exclude` in topicmill.yaml.': (
    repo,
    { file },
  ) => repo.move(file!, 'docs/slash'),
  'Write a golden-reference.md in a folder below it.': (repo, { file }) =>
    repo.write(`${file}/bread/golden-reference.md`, '# Bread\n\nFlour.\n'),
  'Check docsRoot and include, or run `topicmill build --dry-run`, which lists what is left out.': (repo) =>
    repo.write('topicmill.yaml', 'docsRoot: docs\nsources: pages\n'),
  'Fix the YAML.': (repo) => repo.write('topicmill.yaml', 'docsRoot: docs\n'),
  'Did you mean docsRoot?': (repo) => repo.write('topicmill.yaml', 'docsRoot: docs\n'),
  'Create the folder, or name another as docsRoot.': (repo) => mkdirSync(repo.path('documents')),
  'Fix it, then run the command again.': (repo, { file }) => repo.write(file!, '{}\n'),
  'Run `npm install`.': (repo) => install(repo, VERSION),
  'Install the same release of both.': (repo) => install(repo, VERSION),
};

/** What npm would put there. */
function install(repo: DocsRepo, version: string): void {
  repo.write('node_modules/nx/package.json', '{ "name": "nx", "version": "24.0.6" }\n');
  repo.write('node_modules/@topicmill/nx/package.json', `{ "name": "@topicmill/nx", "version": "${version}" }\n`);
}

/** Follows one remedy after the other, as it is written. Each finding has to be gone then. Returns those there were. */
async function followAll(
  repo: DocsRepo,
  { env = {}, acts = ACTS }: { env?: Env; acts?: Acts } = {},
): Promise<string[]> {
  const followed: string[] = [];
  for (let found = await findings(repo, env); found.length > 0; ) {
    const finding = found[0]!;
    followed.push(`${finding.check} ${finding.code} ${finding.file ?? ''}`.trimEnd());
    const act = acts[finding.remedy];
    const commands = act === undefined ? commandsOf(finding) : [];
    expect(act ?? commands[0], `no act for: ${finding.remedy}`).toBeDefined();
    await act?.(repo, finding);
    for (const command of commands) await repo.run(...command);
    found = await findings(repo, env);
    expect(found).not.toContainEqual(finding);
  }
  return followed;
}

/** Paths of files below a folder, of which some part is in the path. */
function filesLike(repo: DocsRepo, folder: string, part: string): string[] {
  const entries = readdirSync(repo.path(folder), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = paths.filter((path) => path.includes(part)).sort();
  expect(found).not.toEqual([]);
  return found;
}

it('what is damaged, foreign, unfinished, left or unexpected in .embedding-cache', async () => {
  const repo = await servedRepo();
  await repo.run('build');
  const entry = (): string => dirname(filesLike(repo, '.embedding-cache', 'metadata.json')[0]!);
  const rename = (name: string): string => {
    const renamed = join(dirname(entry()), name);
    renameSync(entry(), renamed);
    return renamed;
  };
  const damages: readonly (() => void)[] = [
    () => writeFileSync(join(entry(), 'chunk-0.bin'), 'no vector'),
    () => writeFileSync(join(entry(), 'metadata.json'), 'damaged'),
    () => rmSync(join(entry(), 'metadata.json')),
    () => rename('0123456789abcdef'),
    () => rmSync(join(rename('0123456789abcdef'), 'metadata.json')),
    () => writeFileSync(join(entry(), 'chunk-0.bin.99999999-1234567890.topicmill-tmp'), 'half'),
    () => repo.write('.embedding-cache/mine.txt', ''),
  ];
  for (const damage of damages) {
    damage();
    const followed = await followAll(repo, { env: repo.env });
    expect(followed, `${damage}`).toHaveLength(1);
    expect(followed[0]).toContain('vectors CACHE_ENTRY_INVALID .embedding-cache/');
  }
});

it('what is damaged, left, unexpected or tracked in .topicmill', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  await repo.run('query', 'green leaves');
  const paths = filesLike(repo, '.topicmill', '').map((path) => path.slice(repo.root.length + 1));
  for (const damaged of [...paths.filter((path) => !path.includes('/search/')), '.topicmill/init.json']) {
    repo.write(damaged, 'damaged');
    expect(await followAll(repo)).toEqual([`states CACHE_FILE_DAMAGED ${damaged}`]);
  }
  repo.write(paths.find((path) => path.includes('/search/'))!, 'damaged');
  expect((await followAll(repo))[0]).toContain('states CACHE_FILE_DAMAGED .topicmill/search/');
  for (const name of ['mine.txt', 'memo/related.br.99999999-1234567890.topicmill-tmp']) {
    repo.write(`.topicmill/${name}`, '');
    expect(await followAll(repo)).toEqual([`states CACHE_FILE_DAMAGED .topicmill/${name}`]);
  }
  mkdirSync(repo.path('.git'));
  expect(await followAll(repo)).toEqual(['states WORKSPACE_FILE_INVALID .gitignore']);
  expect((await repo.run('build')).exitCode).toBe(0);
  expect((await repo.run('query', 'green leaves')).exitCode).toBe(0);
  expect(paths.filter((path) => !repo.has(path) && !path.includes('/search/'))).toEqual([]);
});

it('outputs of topics that are gone, with and without their index', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  for (const folder of ['docs/bread', 'docs/drinks/tea']) repo.remove(`${folder}/golden-reference.md`);
  repo.remove('docs/drinks/tea/index.json');
  repo.remove('.topicmill');
  const acts: Acts = { 'Build the docs, or run `npx topicmill clean`.': (gone) => gone.run('build') };
  expect(await followAll(repo, { acts })).toEqual([
    'orphans OUTPUT_ORPHANED docs/bread',
    'orphans OUTPUT_ORPHANED docs/drinks/tea',
  ]);
});

it('an Nx that lacks the plugin, the packages, or has another release of them', async () => {
  const repo = sampleRepo({ 'nx.json': '{}\n', 'package.json': '{}\n' });
  expect(await followAll(repo)).toEqual([
    'nx INSTALLATION_UNSUITABLE nx.json',
    'nx INSTALLATION_UNSUITABLE package.json',
  ]);
  install(repo, '0.0.1');
  expect(await followAll(repo)).toEqual(['nx INSTALLATION_UNSUITABLE package.json']);
  repo.write('package.json', '{\n');
  expect((await followAll(repo))[0]).toBe('nx WORKSPACE_FILE_INVALID package.json');
});

it('a database that Nx began on a full disk', async () => {
  const repo = sampleRepo({ 'nx.json': '{"plugins":["@topicmill/nx"]}\n', 'package.json': '{}\n' });
  const sound = 'SQLite format 3\nCREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT)';
  const files = { '1-v6.db': '', '2-v6.db': sound, '3-v6.db': '', '3-v6.db-wal': sound };
  for (const [name, text] of Object.entries(files)) repo.write(`.nx/workspace-data/${name}`, text);
  install(repo, VERSION);
  const acts: Acts = { 'Free disk space, then run `npx nx reset`.': (full) => full.remove('.nx') };
  expect(await followAll(repo, { acts })).toEqual(['nx INSTALLATION_UNSUITABLE .nx/workspace-data/1-v6.db']);
});

it('an Nx that is too old, and a Node.js that is', async () => {
  const repo = sampleRepo({ 'nx.json': '{}\n', 'package.json': '{ "devDependencies": { "nx": "18.0.0" } }\n' });
  const acts: Acts = {
    ...ACTS,
    'Update Nx with `npx nx migrate 24`, or build without Nx: `topicmill init --no-nx`.': () =>
      repo.write('package.json', '{ "devDependencies": { "nx": "24.0.6" } }\n'),
  };
  expect((await followAll(repo, { acts }))[0]).toBe('nx NX_UNSUPPORTED package.json');
  expect(checkNode('20.18.3').findings).toMatchObject([{ remedy: 'Install a newer Node.js.' }]);
  expect(checkNode('20.19.0').findings).toEqual([]);
  expect(checkNode(process.versions.node).findings).toEqual([]);
});

it.each([
  ['no configuration', undefined, 'configuration CONFIG_MISSING'],
  ['broken YAML', 'docsRoot: [\n', 'configuration CONFIG_UNREADABLE topicmill.yaml'],
  ['a key that is not known', 'docRoot: docs\n', 'configuration CONFIG_INVALID topicmill.yaml'],
  ['a docs root that is not there', 'docsRoot: documents\n', 'configuration DOCS_ROOT_MISSING topicmill.yaml'],
  [
    'pages of which none is taken',
    'docsRoot: docs\nsources: pages\ninclude: [none/**]\n',
    'topics TOPICS_MISSING docs',
  ],
])('a configuration: %s', async (_, yaml, finding) => {
  const repo = new DocsRepo({ 'docs/bread/golden-reference.md': '# Bread\n\nFlour and water.\n' });
  if (yaml !== undefined) repo.write('topicmill.yaml', yaml);
  expect((await followAll(repo))[0]).toBe(finding);
});

it('folders whose names conflict, and a docs root without topics', async () => {
  const repo = sampleRepo({ 'docs/Bread/golden-reference.md': '# Bread\n\nToo.\n' });
  if (process.platform !== 'win32') repo.write('docs/back\\slash/golden-reference.md', '# Back\n\nSlash.\n');
  expect((await followAll(repo)).sort()).toEqual([
    'topics FOLDER_NAME_INVALID docs/back\\slash',
    'topics TOPIC_ID_CONFLICT docs/Bread',
  ]);
  const empty = new DocsRepo({ 'topicmill.yaml': 'docsRoot: docs\n', 'docs/notes.txt': '' });
  expect(await followAll(empty)).toEqual(['topics TOPICS_MISSING docs']);
});

it.each(['.topicmill', '.embedding-cache'])('a file in the place of %s', async (folder) => {
  expect(await followAll(sampleRepo({ [folder]: 'mine' }))).toEqual([`folders FILE_UNWRITABLE ${folder}`]);
});

it.each(['.topicmill', '.embedding-cache'])('a link from %s into the folder of git', async (folder) => {
  const repo = sampleRepo({ '.git/hooks/mine': '', '.gitignore': '.topicmill\n' });
  symlinkSync(repo.path('.git/hooks'), repo.path(folder));
  expect(await followAll(repo)).toEqual([`configuration LINK_NOT_FOLLOWED ${folder}`]);
  expect(repo.files('.git')).toEqual({ 'hooks/mine': '' });
});

const NOBODY = 65534;

it.skipIf(process.platform === 'win32')('what permissions refuse', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  mkdirSync(repo.path('docs/salt'));
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    const entries = readdirSync(repo.root, { recursive: true, encoding: 'utf8' });
    for (const path of ['', ...entries]) chownSync(repo.path(path), NOBODY, NOBODY);
  }
  chmodSync(repo.path('.topicmill'), 0o500);
  chmodSync(repo.path('docs/salt'), 0o300);
  chmodSync(repo.path('.topicmill/index'), 0o300);
  chmodSync(repo.path('.topicmill/record.br'), 0o200);
  const permit = (to: DocsRepo, { file }: Finding): void => chmodSync(to.path(file!), 0o700);
  const acts: Acts = {
    'Change its owner or its permissions.': permit,
    'Check that you may read it.': permit,
    'Check that you may read it, or move it out of the docs root.': permit,
  };
  onTestFinished(() => {
    if (isRoot) process.seteuid!(0);
  });
  if (isRoot) process.seteuid!(NOBODY);
  expect(await followAll(repo, { acts })).toEqual([
    'topics FILE_UNREADABLE docs/salt',
    // The system answers for the user who started the process, who may do anything if that is root.
    ...(isRoot ? [] : ['folders FILE_UNWRITABLE .topicmill']),
    'states FILE_UNREADABLE .topicmill/index',
    'states CACHE_FILE_DAMAGED .topicmill/record.br',
  ]);
});

it('a model that does not answer, and one that is not there', async () => {
  let isFetched = false;
  const server = createServer((_, response) => {
    response.writeHead(isFetched ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isFetched ? { embeddings: [[1, 2, 3]] } : { error: 'model "small" not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  onTestFinished(() => void server.close());
  const acts: Acts = {
    'Fetch the model with `ollama pull small`.': () => {
      isFetched = true;
    },
  };
  const repo = sampleRepo({ 'topicmill.yaml': 'docsRoot: docs\nembedding:\n  model: ollama:small\n' });
  const env = { OLLAMA_HOST: `127.0.0.1:${port}` };
  const [unreachable] = await findings(repo, env);
  expect(unreachable).toMatchObject({ code: 'EMBEDDER_UNREACHABLE' });
  expect(unreachable!.remedy).toBe('Start it with `ollama serve`, or set OLLAMA_HOST to where it runs.');
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await followAll(repo, { env, acts })).toEqual(['model EMBEDDER_MODEL_MISSING']);
});
