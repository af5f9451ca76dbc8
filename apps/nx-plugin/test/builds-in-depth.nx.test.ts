import { describe, expect, it } from 'vitest';
import { HANDBOOK_TASKS, NxWorkspace } from './nx-workspace.js';
import { startOllama } from './ollama-server.js';

const ESPRESSO = 'docs/brewing/espresso';
const COMPOST = 'docs/garden/compost';

const { built, files } = await NxWorkspace.built();

describe('a second build', () => {
  it('restores what was deleted or altered, though every task is answered from the cache', async () => {
    const repo = built.copy();
    repo.remove(`${ESPRESSO}/_chunks`);
    repo.remove('docs/index.json');
    repo.write(`${COMPOST}/_keywords/words.md`, 'altered\n');
    repo.remove('docs/_keywords/authority.md');
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: [], cached: HANDBOOK_TASKS });
    expect(repo.docs()).toEqual(files);
    expect(run.output).toContain(`topicmill: restored ${COMPOST}/_keywords/words.md`);
  });

  it('after `nx reset` runs every task, writes nothing and embeds nothing', async () => {
    const repo = built.copy();
    expect((await repo.nx(['reset'])).status).toBe(0);
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: HANDBOOK_TASKS });
    expect(run.output).not.toMatch(/: (?:written|removed)|[1-9]\d* texts? embedded|restored/);
    expect(repo.docs()).toEqual(files);
  });

  it('without states and outputs, as in a clone of sources, answers every task from the cache and counts what it restored', async () => {
    const repo = built.copy();
    const outputs = Object.keys(files).filter((path) => /(?:^|\/)(?:_chunks|_keywords)\/|\.json$/.test(path));
    for (const path of ['.topicmill', ...outputs.map((output) => `docs/${output}`)]) repo.remove(path);
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: [] });
    expect(repo.docs()).toEqual(files);
    expect(run.output.match(/^topicmill: .*$/gm)).toEqual([
      `topicmill: restored from the cache: ${outputs.length} files`,
    ]);
  });

  it('in a clone of sources with one topic edited gives what a build of everything gives', async () => {
    const repo = built.copy();
    const outputs = Object.keys(files).filter((path) => /(?:^|\/)(?:_chunks|_keywords)\/|\.json$/.test(path));
    for (const path of ['.topicmill', ...outputs.map((output) => `docs/${output}`)]) repo.remove(path);
    repo.edit(`${COMPOST}/golden-reference.md`, (text) => `${text}\nLeaves of oak rot slowly.\n`);
    const whole = repo.copy();
    whole.remove('.nx');
    expect((await repo.build()).cached.length).toBeGreaterThan(0);
    expect((await whole.build()).cached).toEqual([]);
    expect(repo.docs()).toEqual(whole.docs());
  });
});

describe('what runs after an edit', () => {
  it('of questions: its topic and the folders above', async () => {
    const repo = built.copy();
    repo.edit(`${ESPRESSO}/qa-pairs.md`, (text) => `${text}\n## Q: How do I steam milk?\n\nA: Hot.\n`);
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: ['brewing/espresso:index', 'brewing:index', 'docs:index'] });
    expect(run.output).toContain('docs/brewing/espresso topic-spec: written topic-spec.md');
    expect(run.output).not.toMatch(/(?:chunk|terms|keywords): /);
    expect(run.output).toMatch(/^2 topics \(1 changed\), \d+ chunks, \d+ texts embedded, 0 from cache, \d+\.\d s$/m);
  });

  it('of topic-spec.md: its topic and the folders above; the edit stays, and so does its taking back', async () => {
    const repo = built.copy();
    const spec = `${ESPRESSO}/topic-spec.md`;
    const original = repo.read(spec);
    repo.edit(spec, (text) =>
      text
        .replace('| Complexity |  |', '| Complexity | 0.7 |')
        .replace('## Keywords', '## By hand\n\nBetween.\n\n## Keywords'),
    );
    const edited = repo.read(spec);
    expect(await repo.build()).toMatchObject({
      status: 0,
      ran: ['brewing/espresso:index', 'brewing:index', 'docs:index'],
    });
    expect(repo.read(spec)).toBe(edited);
    expect(JSON.parse(repo.read(`${ESPRESSO}/index.json`))).toMatchObject({ complexity: 0.7 });
    expect(await repo.build()).toMatchObject({ ran: [] });
    expect(repo.read(spec)).toBe(edited);
    repo.write(spec, original);
    expect(await repo.build()).toMatchObject({ ran: [], cached: HANDBOOK_TASKS });
    expect(repo.docs()).toEqual(files);
    repo.write(spec, edited);
    expect(await repo.build()).toMatchObject({ ran: [], cached: HANDBOOK_TASKS });
    expect(repo.read(spec)).toBe(edited);
    expect(JSON.parse(repo.read(`${ESPRESSO}/index.json`))).toMatchObject({ complexity: 0.7 });
  });

  it('that moves a term across a share limit: every topic, and no chunk is made anew', async () => {
    const repo = built.copy();
    repo.edit(`${COMPOST}/golden-reference.md`, (text) => `${text}\nThe shot, the shot, the shot and the puck.\n`);
    const run = await repo.build();
    expect(repo.read('docs/_keywords/authority.md')).toContain('| shot | 10-25 % |');
    expect(run).toMatchObject({ status: 0, ran: HANDBOOK_TASKS });
    expect(run.output.match(/ chunk: /g)).toHaveLength(1);
  });

  it('of a key of topicmill.yaml: every task, of which the steps that read the key run; taken back, none', async () => {
    const repo = built.copy();
    repo.edit('topicmill.yaml', (text) => `${text}baseHref: /handbook/\n`);
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: HANDBOOK_TASKS });
    expect(run.output).not.toMatch(/(?:chunk|terms|keywords|topic-spec|authority|related): (?:written|same)/);
    expect(repo.read('docs/index.json')).toContain('"href": "/handbook/index.json"');
    repo.edit('topicmill.yaml', (text) => text.replace('baseHref: /handbook/\n', ''));
    expect(await repo.build()).toMatchObject({ ran: [] });
    expect(repo.docs()).toEqual(files);
  });

  it('of the model in the environment: every topic and what is above; back again, none', async () => {
    const repo = built.copy();
    const server = await startOllama('words');
    const env = { TOPICMILL_EMBEDDING_MODEL: 'ollama:words', OLLAMA_HOST: server.host };
    const run = await repo.build({ env });
    expect(run).toMatchObject({ status: 0, cached: ['docs:authority'] });
    expect(run.output).not.toMatch(/(?:chunk|terms|keywords): (?:written|same)/);
    // And once a text by which a change of the model is noticed.
    expect(server.embedded.length).toBe(19 + 1);
    expect(repo.read(`${COMPOST}/topic-spec.md`)).toContain('| Model | ollama:words |');
    expect(await repo.build()).toMatchObject({ ran: [] });
    expect(repo.docs()).toEqual(files);
  });

  it('of a file that is not an input: nothing', async () => {
    const repo = built.copy();
    repo.write('README.md', 'Nothing that counts.\n');
    repo.write(`${COMPOST}/picture.svg`, '<svg/>\n');
    repo.write('docs/_drafts/later/golden-reference.md', '# Later\n\nNot yet.\n');
    expect(await repo.build()).toMatchObject({ ran: [], cached: HANDBOOK_TASKS });
  });
});

describe('topics that come and go', () => {
  it('an added topic runs with its category and the docs root; deleted again, it leaves nothing', async () => {
    const repo = built.copy();
    repo.write('docs/garden/pests/golden-reference.md', '# Pests\n\nSlugs eat seedlings at night.\n');
    expect(await repo.build()).toMatchObject({
      status: 0,
      ran: ['docs:authority', 'docs:index', 'garden/pests:index', 'garden:index'],
    });
    expect(repo.read('docs/garden/index.json')).toContain('garden/pests');
    repo.remove('docs/garden/pests/golden-reference.md');
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: [] });
    expect(run.output).toContain('topicmill: removed 6 files in docs/garden/pests');
    expect(repo.docs()).toEqual(files);
  });

  it('a renamed topic runs with its category and the docs root, and leaves nothing at its old place', async () => {
    const repo = built.copy();
    for (const file of ['golden-reference.md', 'qa-pairs.md']) {
      repo.move(`${ESPRESSO}/${file}`, `docs/brewing/short-coffee/${file}`);
    }
    const run = await repo.build();
    expect(run).toMatchObject({
      status: 0,
      ran: ['brewing/short-coffee:index', 'brewing:index', 'docs:authority', 'docs:index'],
    });
    expect(run.output).toContain('docs/brewing/short-coffee chunk: written 11 files\n');
    expect(run.output).toContain('docs/brewing/short-coffee topic-spec: written topic-spec.md;');
    expect(Object.keys(repo.docs()).filter((path) => path.startsWith('brewing/espresso'))).toEqual([]);
  });

  it('a topic that becomes a category loses what a topic has, and gets it back from the cache', async () => {
    const repo = built.copy();
    const reference = repo.read('docs/brewing/golden-reference.md');
    repo.remove('docs/brewing/golden-reference.md');
    expect(await repo.build()).toMatchObject({ status: 0, ran: ['brewing:index', 'docs:authority', 'docs:index'] });
    expect(Object.keys(repo.docs()).filter((path) => /^brewing\/[^/]+$|^brewing\/_/.test(path))).toEqual([
      'brewing/index.json',
    ]);
    expect(JSON.parse(repo.read('docs/brewing/index.json'))).toMatchObject({ title: 'Brewing', keywords: [] });
    const asCategory = repo.docs();
    repo.write('docs/brewing/golden-reference.md', reference);
    expect(await repo.build()).toMatchObject({ ran: [] });
    expect(repo.docs()).toEqual(files);
    repo.remove('docs/brewing/golden-reference.md');
    expect(await repo.build()).toMatchObject({ ran: [] });
    expect(repo.docs()).toEqual(asCategory);
  });

  it('when the last topic goes, the empty docs root is left', async () => {
    const repo = built.copy();
    repo.remove('docs/brewing');
    repo.remove('docs/garden/seeds');
    repo.remove(`${COMPOST}/golden-reference.md`);
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: ['docs:authority', 'docs:index'] });
    expect(Object.keys(repo.docs())).toEqual([
      '_keywords/authority.md',
      'garden/compost/topic-spec.md',
      'index.json',
      'related.json',
    ]);
  });
});

describe('other commands', () => {
  it('`nx run <topic>:index` builds one topic with the authority that it needs', async () => {
    const repo = built.copy();
    repo.edit(`${COMPOST}/golden-reference.md`, (text) => `${text}\nThe shot, the shot, the shot.\n`);
    repo.edit(`${ESPRESSO}/golden-reference.md`, (text) => `${text}\nMore about the shot.\n`);
    const run = await repo.nx(['run', 'garden/compost:index']);
    expect(run).toMatchObject({ status: 0, ran: ['garden/compost:index'], cached: [] });
    const authority = repo.read('docs/_keywords/authority.md');
    expect(authority).toContain('| shot | 10-25 % |');
    expect(repo.read(`${COMPOST}/_keywords/words.md`)).toContain('shot');
    const rest = await repo.build();
    expect(rest).toMatchObject({ status: 0, cached: ['garden/compost:index'] });
    expect(repo.read('docs/_keywords/authority.md')).toBe(authority);
  });

  it('an authority that was altered, or is that of another time, is made anew before a topic reads it', async () => {
    const repo = built.copy();
    repo.edit('docs/_keywords/authority.md', (text) => `${text}\nAltered.\n`);
    repo.edit(`${ESPRESSO}/qa-pairs.md`, (text) => `${text}\n## Q: How do I steam milk?\n\nA: Hot.\n`);
    expect((await repo.nx(['run', 'brewing/espresso:index'])).status).toBe(0);
    for (const path of ['docs/_keywords/authority.md', `${ESPRESSO}/_keywords/words.md`]) {
      expect(repo.read(path)).toBe(built.read(path));
    }
  });

  it('without batches, each task in a process of its own, makes the same', async () => {
    const repo = NxWorkspace.create();
    const run = await repo.nx(['run-many', '-t', 'index', '--batch=false']);
    expect(run).toMatchObject({ status: 0, ran: HANDBOOK_TASKS });
    expect(repo.docs()).toEqual(files);
  });

  it('`nx run <category>:index` reads what the topics below have, answered from the cache or not', async () => {
    const repo = built.copy();
    repo.remove(`${COMPOST}/index.json`);
    repo.write('docs/garden/topic-spec.md', '# All that grows\n\nBeds and heaps.\n');
    const run = await repo.nx(['run', 'garden:index']);
    expect(run).toMatchObject({ status: 0, ran: ['garden:index'] });
    const { _embedded: embedded, title } = JSON.parse(repo.read('docs/garden/index.json'));
    expect(title).toBe('All that grows');
    expect(embedded.topics.map(({ id }: { id: string }) => id)).toEqual(['garden/compost', 'garden/seeds']);
  });
});
