import fs, { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compareCodeUnits } from '@topicmill/base/order';
import { type BuildReport, buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';

/** Longer than the time within which a change to a file may not show in its times. */
const SETTLED_MS = 60;

const NAMES = ['guide/brewing', 'guide/tea', 'guide/water', 'reference/kettles', 'index'];
/** Those that are not there at first. */
const LATER_NAMES = ['reference/taps/of/brass', 'guide/cups'];
const ALL_NAMES = [...NAMES, ...LATER_NAMES];

function textOf(name: string, version: number): string {
  const parts = Array.from({ length: 3 }, (_, at) => `## Part ${at} of ${name}\n\nIt boils ${version + at} times.\n`);
  return `# About ${name}\n\nA text of version ${version}, see [tea](/guide/tea.md).\n\n${parts.join('\n')}`;
}

/** Pages or topic folders in a temporary folder that goes away with the test. */
class Docs extends FileFolder {
  constructor(readonly arePages: boolean) {
    super(mkdtempSync(join(tmpdir(), 'topicmill-current-folders-')));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  static withPages(arePages: boolean): Docs {
    const docs = new Docs(arePages);
    docs.configure(400);
    for (const name of NAMES) docs.write(docs.source(name), textOf(name, 0));
    return docs;
  }

  configure(maxTokens: number): void {
    const sources = this.arePages ? 'sources: pages\nsite: { generator: none }\n' : '';
    this.write('topicmill.yaml', `docsRoot: docs\n${sources}title: Tea ${maxTokens}\n`);
  }

  source(name: string): string {
    return this.arePages ? `docs/${name}.md` : `docs/${name}/golden-reference.md`;
  }

  /** Questions that people write about a page or topic. */
  noteOf(name: string): string {
    return this.arePages ? `topicmill/${name}.qa.md` : `docs/${name}/qa-pairs.md`;
  }

  /** What the build is made from, and what it has made. */
  get visible(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.files('')).filter(([path]) => !path.startsWith('.')));
  }

  get outputs(): string[] {
    return Object.keys(this.visible).filter((path) =>
      /_chunks\/|_keywords\/|index\.json$|related\.json$|topics\/.*qa-pairs\.md$/.test(path),
    );
  }

  async build(onFolder?: (id: string) => void): Promise<BuildReport> {
    await delay(SETTLED_MS);
    const workspace = openWorkspace(this.root, { env: {} });
    return buildDocs(workspace, { onFolder: ({ id }) => onFolder?.(id) });
  }

  /** The same sources, built where nothing was built before. */
  async anew(): Promise<Docs> {
    const docs = new Docs(this.arePages);
    for (const path of Object.keys(this.visible)) {
      if (path === 'topicmill.yaml' || ALL_NAMES.some((name) => [this.source(name), this.noteOf(name)].includes(path)))
        docs.write(path, readFileSync(this.path(path)));
    }
    await docs.build();
    return docs;
  }
}

type Change = (docs: Docs, name: string, number: number) => void;

function ifThere(docs: Docs, path: string | undefined, change: (path: string) => void): void {
  if (path !== undefined && fs.existsSync(docs.path(path))) change(path);
}

const CHANGES: Readonly<Record<string, Change>> = {
  'a source is written': (docs, name, number) => docs.write(docs.source(name), textOf(name, number)),
  'a source is written again as it was': (docs, name) =>
    ifThere(docs, docs.source(name), (path) => docs.write(path, docs.read(path))),
  'a source is deleted': (docs, name) => ifThere(docs, docs.source(name), (path) => docs.remove(path)),
  'two sources change places': (docs, name, number) => {
    const [one, other] = [docs.source(name), docs.source(ALL_NAMES[number % ALL_NAMES.length]!)].map((path) =>
      docs.path(path),
    );
    if (one === other || !fs.existsSync(one!) || !fs.existsSync(other!)) return;
    renameSync(one!, `${one}.aside`);
    renameSync(other!, one!);
    renameSync(`${one}.aside`, other!);
  },
  'the configuration changes': (docs, _, number) => docs.configure(400 + number),
  'an output is edited': (docs, _, number) =>
    ifThere(docs, docs.outputs[number % docs.outputs.length], (path) => docs.edit(path, (text) => `${text} `)),
  'an output is deleted': (docs, _, number) =>
    ifThere(docs, docs.outputs[number % docs.outputs.length], (path) => docs.remove(path)),
  'a note about a page is written': (docs, name, number) =>
    docs.write(docs.noteOf(name), `# Questions\n\n## How hot is version ${number}?\n\nIt boils.\n`),
  'a note about a page is deleted': (docs, name) => ifThere(docs, docs.noteOf(name), (path) => docs.remove(path)),
  'a state is damaged': (docs, _, number) => {
    const states = Object.keys(docs.files('.topicmill')).filter((path) => path.endsWith('/state.br'));
    ifThere(docs, `.topicmill/${states[number % states.length]}`, (path) => docs.edit(path, (text) => `${text} `));
  },
  'the record is damaged': (docs) =>
    ifThere(docs, '.topicmill/record.br', (path) => docs.edit(path, (text) => `${text} `)),
  'the changes of the record are gone': (docs) =>
    ifThere(docs, '.topicmill/record.changes.br', (path) => docs.remove(path)),
  'the record of an earlier build is restored': (docs) =>
    ifThere(docs, '.topicmill/kept.json', (path) => docs.write('.topicmill/record.br', docs.bytes(path))),
  'the caches are gone': (docs) => ifThere(docs, '.topicmill', (path) => docs.remove(path)),
};

const arbitraryChange = fc.record({
  kind: fc.constantFrom(...Object.keys(CHANGES)),
  name: fc.constantFrom(...ALL_NAMES),
  number: fc.nat({ max: 40 }),
});

it.each([true, false])('after any changes, files are those of a first build, with pages: %s', async (arePages) => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryChange, { minLength: 2, maxLength: 6 }), async (changes) => {
      const docs = Docs.withPages(arePages);
      await docs.build();
      docs.write('.topicmill/kept.json', docs.bytes('.topicmill/record.br'));
      for (const { kind, name, number } of changes) {
        CHANGES[kind]!(docs, name, number);
        const { folders } = await docs.build();
        expect(folders.filter(({ outcome }) => outcome !== 'built')).toEqual([]);
      }
      const anew = await docs.anew();
      expect(docs.visible).toEqual(anew.visible);
    }),
    { numRuns: 12 },
  );
});

it.each([true, false])(
  'a build of current folders says what one without a record says, with pages: %s',
  async (arePages) => {
    const docs = Docs.withPages(arePages);
    docs.write(docs.source('guide/tea'), '# Tea\n\nSee [nothing](nowhere.md).\n\n# Tea\n\nAgain.\n');
    await docs.build();
    docs.remove('.topicmill/record.br');
    const first = await docs.build();
    expect(byId(await docs.build())).toEqual(byId(first));
  },
);

it.each([true, false])(
  'of current folders neither a source nor an output nor a state nor their search index is read, with pages: %s',
  async (arePages) => {
    const docs = Docs.withPages(arePages);
    await docs.build();
    await docs.build();
    const read = await readDuring(() => docs.build());
    expect(read.filter((path) => /\.md$|_chunks|state\.br$|\.segment$/.test(path))).toEqual([]);
    docs.write(docs.source('guide/tea'), textOf('guide/tea', 1));
    const after = await readDuring(() => docs.build());
    expect(after.some((path) => path.endsWith(docs.source('guide/tea')))).toBe(true);
    expect(after.filter((path) => path.includes('kettles/_chunks') && !path.endsWith('-0.md'))).toEqual([]);
  },
);

it('notes that no page has are looked for once in each folder, not once for each page', async () => {
  const docs = Docs.withPages(true);
  docs.write(docs.noteOf('guide/tea'), '# Questions\n\n## How hot?\n\nIt boils.\n');
  await docs.build();
  await docs.build();
  const looked = await lookedAtDuring(() => docs.build());
  const ofNotes = looked.filter((path) => path.startsWith(docs.path('topicmill/')));
  const notes = ['topicmill/guide', docs.noteOf('guide/tea'), 'topicmill/keyword-shares.md'];
  expect([...new Set(ofNotes)].sort()).toEqual(notes.map((path) => docs.path(path)));
});

it('a build after an edit looks once at each chunk of the others, whatever is made of all topics', async () => {
  const docs = Docs.withPages(true);
  const append = () => docs.edit(docs.source('guide/tea'), (text) => `${text}\nOne sentence more.\n`);
  await docs.build();
  await docs.build();
  append();
  await docs.build();
  append();
  const looked = await lookedAtDuring(() => docs.build());
  const ofOthers = looked.filter((path) => /-\d+\.md$/.test(path) && !path.includes('guide/tea'));
  expect(ofOthers.length).toBeGreaterThan(NAMES.length);
  expect(ofOthers.toSorted()).toEqual([...new Set(ofOthers)].sort());
});

it('the copy of the questions about a page is restored after somebody has altered or deleted it', async () => {
  const docs = Docs.withPages(true);
  docs.write(docs.noteOf('guide/tea'), '# Questions\n\n## Q: How hot?\n\nIt boils.\n');
  await docs.build();
  const copy = docs.outputs.find((path) => path.endsWith('qa-pairs.md'))!;
  const text = docs.read(copy);
  for (const change of [() => docs.edit(copy, (before) => `${before} `), () => docs.remove(copy)]) {
    change();
    await docs.build();
    expect(docs.read(copy)).toBe(text);
  }
});

it('what is edited while others are built is built or restored by the next build', async () => {
  const docs = Docs.withPages(true);
  await docs.build();
  docs.write(docs.source('reference/kettles'), textOf('reference/kettles', 1));
  const edited: string[] = [];
  await docs.build((id) => {
    if (id !== 'reference/kettles') return;
    const chunk = docs.outputs.find((path) => path.includes('/kettles/') && path.endsWith('-0.md'))!;
    docs.edit(chunk, (text) => text.replace('About', 'about'));
    docs.write(docs.source('index'), textOf('index', 7));
    edited.push(chunk);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLED_MS);
  });
  expect(edited).toHaveLength(1);
  docs.write(docs.source('index'), textOf('index', 0));
  await docs.build();
  expect(docs.visible).toEqual((await docs.anew()).visible);
});

it.each([true, false])(
  'what is made of all topics is made of a new one too, however deep, with pages: %s',
  async (arePages) => {
    const docs = Docs.withPages(arePages);
    docs.write(docs.source('reference/taps/of/copper'), textOf('reference/taps/of/copper', 0));
    await docs.build();
    await docs.build();
    for (const name of LATER_NAMES) {
      docs.write(docs.source(name), textOf(name, 0));
      await docs.build();
      expect(docs.read(docs.outputs.find((path) => path.endsWith('related.json'))!)).toContain(`"${name}"`);
    }
    docs.remove(docs.source('reference/taps/of/copper'));
    await docs.build();
    expect(docs.visible).toEqual((await docs.anew()).visible);
  },
);

it('a chunk that somebody puts next to those of a current folder is found', async () => {
  const docs = Docs.withPages(true);
  await docs.build();
  const chunk = docs.outputs.find((path) => path.endsWith('-0.md'))!;
  docs.write(chunk.replace('-0.md', '-99.md'), 'Mine.\n');
  const { folders } = await docs.build();
  const codes = folders.flatMap(({ steps }) => steps.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)));
  expect(codes).toEqual(['FILE_FOREIGN']);
});

/** Folders of one depth are reported in the order in which they are done. */
function byId({ folders }: BuildReport): BuildReport['folders'] {
  return [...folders].sort((a, b) => compareCodeUnits(a.id, b.id));
}

/** Paths of all that the system is asked about meanwhile, once for each time. */
async function lookedAtDuring(act: () => Promise<unknown>): Promise<string[]> {
  const { lstatSync: lstat } = fs;
  const looked: string[] = [];
  const lstatSync = (...args: Parameters<typeof lstat>) => {
    looked.push(String(args[0]));
    return lstat(...args);
  };
  Object.assign(fs, { lstatSync });
  syncBuiltinESMExports();
  try {
    await act();
  } finally {
    Object.assign(fs, { lstatSync: lstat });
    syncBuiltinESMExports();
  }
  return looked;
}

/** Paths of all files that are read meanwhile. */
async function readDuring(act: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const { readFileSync: readFile, openSync: open } = fs;
  const noted = <Args extends readonly unknown[], Result>(call: (...args: Args) => Result) =>
    ((...args: Args) => {
      paths.push(String(args[0]));
      return call(...args);
    }) as never;
  fs.readFileSync = noted(readFile);
  fs.openSync = noted(open);
  syncBuiltinESMExports();
  try {
    await act();
  } finally {
    Object.assign(fs, { readFileSync: readFile, openSync: open });
    syncBuiltinESMExports();
  }
  return paths;
}
