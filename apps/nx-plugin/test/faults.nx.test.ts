import { chmodSync, lchownSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type NxOptions, NxWorkspace } from './nx-workspace.js';

const COMPOST = 'docs/garden/compost';

const { built, files } = await NxWorkspace.built();

describe('a topic that fails', () => {
  it('is named with file, line, code and remedy; the others are built; the next run does what is left', async () => {
    const repo = built.copy();
    const reference = repo.read(`${COMPOST}/golden-reference.md`);
    repo.write(`${COMPOST}/golden-reference.md`, '---\ntitle: Compost\n---\n');
    repo.edit('docs/brewing/espresso/golden-reference.md', (text) => `${text}\nMore about the shot.\n`);
    const run = await repo.build();
    expect(run.status).toBe(1);
    expect(run.output).toMatch(/docs\/garden\/compost\/golden-reference\.md:4 error EMPTY_DOCUMENT: .+ Remedy: .+/);
    expect(run.output).toMatch(/Failed tasks:\s+- garden\/compost:index\s*\n\n/);
    expect(repo.read('docs/brewing/espresso/_chunks/golden-reference-9.md')).toContain('More about the shot.');
    for (const path of ['index.json', 'topic-spec.md', '_chunks/golden-reference-1.md']) {
      expect(repo.read(`${COMPOST}/${path}`)).toBe(files[`garden/compost/${path}`]);
    }
    repo.write(`${COMPOST}/golden-reference.md`, `${reference}\nMended.\n`);
    const mended = await repo.build();
    expect(mended).toMatchObject({
      status: 0,
      ran: ['docs:authority', 'docs:index', 'garden/compost:index', 'garden:index'],
    });
    expect(mended.output).toContain('brewing/espresso:index  [local cache]');
    expect(await repo.build()).toMatchObject({ status: 0, ran: [] });
  });

  it('is left out of the indexes of a first build, and stays in those of a later one', async () => {
    const repo = NxWorkspace.create();
    repo.write(`${COMPOST}/golden-reference.md`, '\0');
    const first = await repo.build();
    expect(first.status).toBe(1);
    expect(first.output).toMatch(/Failed tasks:\s+- garden\/compost:index\s*\n\n/);
    expect(repo.read('docs/garden/index.json')).toContain('garden/seeds');
    expect(repo.read('docs/garden/index.json')).not.toContain('compost');
    expect(repo.read('docs/index.json')).toContain('"garden"');
    expect(repo.docs()).toHaveProperty(['related.json']);
    expect((await repo.build()).status).toBe(1);
    repo.write(`${COMPOST}/golden-reference.md`, built.read(`${COMPOST}/golden-reference.md`));
    expect((await repo.build()).status).toBe(0);
    expect(repo.docs()).toEqual(files);
    repo.write(`${COMPOST}/golden-reference.md`, '\0');
    expect((await repo.build()).status).toBe(1);
    expect(repo.docs()).toEqual({ ...files, 'garden/compost/golden-reference.md': '\0' });
  });

  it('fails again while nothing is mended', async () => {
    const repo = built.copy();
    repo.write(`${COMPOST}/qa-pairs.md`, '\0');
    for (const attempt of [1, 2]) {
      const run = await repo.build();
      expect([attempt, run.status]).toEqual([attempt, 1]);
      expect(run.output).toContain(`${COMPOST}/qa-pairs.md:1 error NOT_TEXT`);
      expect(run.output).not.toContain('    at ');
    }
  });
});

it('two topics with one id are named, and the others are built', async () => {
  const repo = built.copy();
  repo.write('docs/garden/Compost/golden-reference.md', '# Another\n\nCompost.\n');
  repo.edit('docs/brewing/espresso/golden-reference.md', (text) => `${text}\nMore about the shot.\n`);
  const run = await repo.build();
  expect(run.status).toBe(1);
  expect(run.output).toMatch(/docs\/garden\/Compost error TOPIC_ID_CONFLICT: .*"garden\/compost".+ Remedy: .+/);
  expect(repo.read('docs/brewing/espresso/_chunks/golden-reference-9.md')).toContain('More about the shot.');
});

it.skipIf(process.platform === 'win32')(
  'a name with a backslash is named, and the other topics are built',
  async () => {
    const repo = built.copy();
    repo.write('docs/garden/back\\slash/golden-reference.md', '# Back\n\nText.\n');
    repo.edit('docs/brewing/espresso/golden-reference.md', (text) => `${text}\nMore about the shot.\n`);
    const run = await repo.build();
    expect(run.status).toBe(1);
    expect(run.output).toContain('docs/garden/back\\slash error FOLDER_NAME_INVALID: ');
    expect(repo.read('docs/brewing/espresso/_chunks/golden-reference-9.md')).toContain('More about the shot.');
  },
);

it.each([
  ['git', '.gitignore', 'docs/garden/compost/\n'],
  ['Nx', '.nxignore', 'docs/garden/compost/\n'],
  ['git, by a file further down', 'docs/garden/.gitignore', '/compost\n'],
])('topics that %s leaves out are not built, neither by Nx nor by Topicmill', async (_name, file, pattern) => {
  const repo = built.copy();
  repo.write(file, file === '.gitignore' ? repo.read(file) + pattern : pattern);
  const run = await repo.build();
  expect(run.status).toBe(0);
  expect(run.ran).toEqual(expect.arrayContaining(['docs:authority', 'docs:index', 'garden:index']));
  expect(run.ran).not.toContain('garden/compost:index');
  expect(repo.read('docs/garden/index.json')).not.toContain('compost');
  expect(repo.read('docs/related.json')).not.toContain('compost');
  expect(await repo.build()).toMatchObject({ status: 0, ran: [] });
});

it('topics whose ids are those of the docs root, its tasks and members of all objects are built like others', async () => {
  const repo = built.copy();
  repo.write('docs/docs/golden-reference.md', '# Writing\n\nHow to write.\n');
  repo.write('docs/docs/docs/golden-reference.md', '# Reading\n\nWhat to read.\n');
  repo.write('docs/constructor/golden-reference.md', '# Constructor\n\nWhat makes an object.\n');
  const run = await repo.build();
  expect(run).toMatchObject({
    status: 0,
    ran: ['docs/constructor:index', 'docs/docs/docs:index', 'docs/docs:index', 'docs:authority', 'docs:index'],
  });
  expect(repo.docs()).toHaveProperty(['docs/docs/index.json']);
});

it.each([
  ['docsRoot: docs\nchunkin: {}\n', /topicmill\.yaml:2 error CONFIG_INVALID: .+ Remedy: Did you mean chunking\?/],
  ['docsRoot: docs\nprompts: [\n', /topicmill\.yaml:3 error CONFIG_UNREADABLE: .+ Remedy: .+/],
  ['docsRoot: nowhere\n', /topicmill\.yaml:1 error DOCS_ROOT_MISSING: .+ Remedy: .+/],
])('%j stops the build with a message', async (yaml, message) => {
  const repo = built.copy();
  repo.write('topicmill.yaml', yaml);
  const run = await repo.build();
  expect(run.status).toBe(1);
  expect(run.output).toMatch(message);
  expect(run.output.match(/ Remedy: (?!See the remedy there\.)/g)).toHaveLength(1);
  expect(repo.docs()).toEqual(files);
});

it('a model server that is away fails the topics that need it, and leaves the outputs as they were', async () => {
  const repo = built.copy();
  const env = { TOPICMILL_EMBEDDING_MODEL: 'openai:text-embedding-3-small' };
  const run = await repo.build({ env });
  expect(run.status).toBe(1);
  // Once in full by the tasks, and once by the summary: the step of the docs root fails for the same reason.
  expect(run.output.match(/^docs\S* error EMBEDDER_KEY_MISSING: .+ Remedy: .*OPENAI_API_KEY/gm)).toHaveLength(2);
  expect(run.output).toContain('docs error EMBEDDER_KEY_MISSING: OpenAI needs a key');
  expect(run.output).toContain('docs/garden/compost error EMBEDDER_KEY_MISSING: The same as for docs.');
  expect(repo.docs()).toEqual(files);
});

it('an unknown model is reported once, although every task fails because of it', async () => {
  const run = await built.copy().build({ env: { TOPICMILL_EMBEDDING_MODEL: 'magic' } });
  expect(run.status).toBe(1);
  expect(run.output.match(/error EMBEDDER_UNKNOWN: There is no embedder called "magic"/g)).toHaveLength(1);
  expect(run.output.match(/error EMBEDDER_UNKNOWN: The same as for the task \S+:index\./g)).toHaveLength(6);
});

it('files that cannot be restored after the tasks make the command fail, and are named', async () => {
  const repo = built.copy();
  repo.remove(`${COMPOST}/index.json`);
  repo.write(`${COMPOST}/index.json/mine.md`, 'Mine.\n');
  const run = await repo.build();
  expect(run).toMatchObject({ ran: [] });
  expect(run.status).not.toBe(0);
  expect(run.output).toMatch(/docs\/garden\/compost\/index\.json error FILE_FOREIGN: .+ Remedy: .+/);
});

it.skipIf(process.platform === 'win32')(
  'a folder that cannot be looked into is named, and is no deleted topic',
  async () => {
    const repo = built.copy();
    repo.edit('docs/garden/seeds/golden-reference.md', (text) => `${text}\r\nMore about seeds.\r\n`);
    const as = plainUser(repo);
    chmodSync(repo.path(COMPOST), 0);
    const run = await repo.build(as);
    chmodSync(repo.path(COMPOST), 0o700);
    expect(run.status).toBe(1);
    expect(run.output).toMatch(/docs\/garden\/compost error FILE_UNREADABLE: .+ Remedy: .+/);
    expect(run.output).not.toContain('topicmill: removed');
    for (const [path, bytes] of Object.entries(repo.docs())) {
      if (path.startsWith('garden/compost/')) expect(bytes).toBe(files[path]);
    }
  },
);

/** Root may look into every folder, so another user calls Nx then. */
function plainUser(repo: NxWorkspace): NxOptions {
  if (process.getuid?.() !== 0) return {};
  const nobody = 65534;
  for (const path of ['', ...readdirSync(repo.root, { recursive: true, encoding: 'utf8' })]) {
    if (!path.startsWith('node_modules')) lchownSync(repo.path(path), nobody, nobody);
  }
  return { uid: nobody };
}
