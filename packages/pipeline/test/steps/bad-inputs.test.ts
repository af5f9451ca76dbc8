import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { type Diagnostic, diagnosticsOf, formatDiagnostic } from '@topicmill/base/diagnostics';
import type { TopicIndex } from '@topicmill/topics/formats';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/workspace/index.js';
import { type Build, DocsRepo } from './docs-repo.js';

const COMPOST = 'docs/garden/compost';
const OTHERS = ['', 'brewing', 'brewing/espresso', 'brewing/pour-over', 'garden', 'garden/seeds'];

function builtIds({ reports }: Build): string[] {
  return reports
    .slice(1)
    .filter(({ outcome }) => outcome === 'built')
    .map(({ id }) => id)
    .sort();
}

/** `file:line code`, with the remedy checked to be there. */
function told(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => {
    expect(formatDiagnostic(diagnostic)).toMatch(/ Remedy: .+[.?]$/);
    expect(diagnostic.file).not.toMatch(/^\//);
    return `${diagnostic.file}${diagnostic.line === undefined ? '' : `:${diagnostic.line}`} ${diagnostic.code}`;
  });
}

interface BadInput {
  readonly name: string;
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly step: string;
  readonly told: readonly string[];
}

const LATIN_1 = Buffer.concat([Buffer.from('# Compost\n\nK'), Buffer.from([0xe4, 0x73, 0x65, 10])]);

const FATAL: readonly BadInput[] = [
  {
    name: 'a binary reference',
    path: `${COMPOST}/golden-reference.md`,
    content: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d]),
    step: 'chunk',
    told: [`${COMPOST}/golden-reference.md:3 NOT_TEXT`],
  },
  {
    name: 'a reference that is not UTF-8',
    path: `${COMPOST}/golden-reference.md`,
    content: LATIN_1,
    step: 'chunk',
    told: [`${COMPOST}/golden-reference.md:3 NOT_UTF8`],
  },
  {
    name: 'an empty reference',
    path: `${COMPOST}/golden-reference.md`,
    content: '',
    step: 'chunk',
    told: [`${COMPOST}/golden-reference.md:1 EMPTY_DOCUMENT`],
  },
  {
    name: 'a reference of front matter only',
    path: `${COMPOST}/golden-reference.md`,
    content: '---\ntitle: Compost\n---\n',
    step: 'chunk',
    told: [`${COMPOST}/golden-reference.md:4 EMPTY_DOCUMENT`],
  },
  {
    name: 'questions that are not UTF-8',
    path: `${COMPOST}/qa-pairs.md`,
    content: LATIN_1,
    step: 'topic-spec',
    told: [`${COMPOST}/qa-pairs.md:3 NOT_UTF8`],
  },
  {
    name: 'a binary topic-spec.md',
    path: `${COMPOST}/topic-spec.md`,
    content: Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00]),
    step: 'topic-spec',
    told: [`${COMPOST}/topic-spec.md:1 NOT_TEXT`],
  },
  {
    name: 'a topic-spec.md with a row too long',
    path: `${COMPOST}/topic-spec.md`,
    content: '# Compost\n\n## Metadata\n\n| Property | Value |\n|---|---|\n| Name | Compost | heap |\n',
    step: 'index',
    told: [`${COMPOST}/topic-spec.md:7 TOPIC_SPEC_INVALID`],
  },
  {
    name: 'a topic-spec.md with an invalid table',
    path: `${COMPOST}/topic-spec.md`,
    content: '# Compost\n\n## Metadata\n\n| Name | Compost\n| Year | 2019\n',
    step: 'index',
    told: [`${COMPOST}/topic-spec.md:4 TOPIC_SPEC_INVALID`],
  },
  {
    name: 'a topic-spec.md that ends inside a fence',
    path: `${COMPOST}/topic-spec.md`,
    content: '# Compost\n\n```text\nopen\n',
    step: 'topic-spec',
    told: [`${COMPOST}/topic-spec.md:3 UNCLOSED_FENCE`],
  },
];

describe('a topic that cannot be built', () => {
  it.each(FATAL)('$name: it is named with its line, the others are built, what was there stays', async (bad) => {
    const repo = await DocsRepo.builtHandbook();
    repo.write(bad.path, bad.content);
    repo.edit('docs/brewing/espresso/golden-reference.md', (text) => `${text}\nMore about the shot.\n`);
    const before = repo.files(COMPOST);
    const build = await repo.build();
    expect(build.failed).toEqual([`garden/compost:${bad.step}`]);
    expect(build.skipped).toEqual([]);
    expect(builtIds(build)).toEqual(OTHERS);
    expect(told(build.diagnostics.filter(({ severity }) => severity === 'error'))).toEqual(bad.told);
    const after = repo.files(COMPOST);
    if (bad.step !== 'index') expect(after).toEqual(before);
    else expect({ ...after, 'topic-spec.md': '' }).toEqual({ ...before, 'topic-spec.md': '' });
    expect(after['index.json']).toBe(before['index.json']);
  });

  it.each(FATAL)('$name, from the start: the others are built, nothing is half-written', async (bad) => {
    const repo = DocsRepo.handbook();
    repo.write(bad.path, bad.content);
    const build = await repo.build();
    expect(builtIds(build)).toEqual(OTHERS);
    expect(repo.files(COMPOST)['index.json']).toBeUndefined();
    const garden = JSON.parse(repo.read('docs/garden/index.json')) as TopicIndex;
    expect(garden._embedded.topics.map(({ id }) => id)).toEqual(['garden/seeds']);
    expect(repo.read('docs/index.json')).toContain('"garden"');
    expect(Object.keys(repo.files()).filter((path) => path.endsWith('-tmp'))).toEqual([]);
  });

  it('once it is mended, only what is left is done', async () => {
    const repo = await DocsRepo.builtHandbook();
    const before = repo.files();
    const reference = repo.read(`${COMPOST}/golden-reference.md`);
    repo.write(`${COMPOST}/golden-reference.md`, '');
    await repo.build();
    repo.write(`${COMPOST}/golden-reference.md`, reference);
    const build = await repo.build();
    expect(build.ran).toEqual([':authority']);
    expect([build.failed, build.skipped, build.embeddedCount]).toEqual([[], [], 0]);
    expect(repo.files()).toEqual(before);
  });
});

const TOLERATED: readonly Omit<BadInput, 'step'>[] = [
  {
    name: 'a heading level jump',
    path: `${COMPOST}/golden-reference.md`,
    content: '# Compost\n\nText.\n\n#### Deep\n\nMore.\n',
    told: [`${COMPOST}/golden-reference.md:5 HEADING_LEVEL_JUMP`],
  },
  {
    name: 'a fence that is never closed',
    path: `${COMPOST}/golden-reference.md`,
    content: '# Compost\n\n```js\nlet open;\n',
    told: [`${COMPOST}/golden-reference.md:3 UNCLOSED_FENCE`],
  },
  {
    name: 'front matter that is not YAML',
    path: `${COMPOST}/golden-reference.md`,
    content: '---\ntitle: [Compost\nowner: "Ida\n---\n# Compost\n\nText.\n',
    told: [`${COMPOST}/golden-reference.md:3 FRONT_MATTER_INVALID`],
  },
  {
    name: 'front matter that would run code elsewhere',
    path: `${COMPOST}/golden-reference.md`,
    content: '---js\nprocess.exit(1)\n---\n# Compost\n\nText.\n',
    told: [`${COMPOST}/golden-reference.md:1 FRONT_MATTER_INVALID`],
  },
  {
    name: 'questions without answers',
    path: `${COMPOST}/qa-pairs.md`,
    content: '# Questions\n\n## Q: Does it smell?\n\n## Q: Is it warm?\n\nA: Yes.\n',
    told: [`${COMPOST}/qa-pairs.md:3 QUESTION_UNANSWERED`],
  },
  {
    name: 'text without questions',
    path: `${COMPOST}/qa-pairs.md`,
    content: 'Nothing is asked here.\n',
    told: [`${COMPOST}/qa-pairs.md:1 QUESTIONS_MISSING`],
  },
  ...['golden-reference.md', 'qa-pairs.md', 'topic-spec.md'].map((name) => ({
    name: `a merge conflict in ${name}`,
    path: `${COMPOST}/${name}`,
    content: '# Compost\n\n## Q: Does it smell?\n\n<<<<<<< HEAD\nNo.\n=======\nA little.\n>>>>>>> b\n',
    told: [`${COMPOST}/${name}:5 CONFLICT_MARKERS`],
  })),
  {
    name: 'an empty qa-pairs.md',
    path: `${COMPOST}/qa-pairs.md`,
    content: '',
    told: [],
  },
  {
    name: 'a value of the wrong type in topic-spec.md',
    path: `${COMPOST}/topic-spec.md`,
    content: '# Compost\n\n## Metadata\n\n| Property | Value |\n|---|---|\n| Complexity | high |\n',
    told: [`${COMPOST}/topic-spec.md:7 TOPIC_SPEC_INVALID`],
  },
];

it.each(TOLERATED)('$name is reported, and again while it is there, and the topic is built', async (bad) => {
  const repo = DocsRepo.handbook();
  repo.write(bad.path, bad.content);
  for (const outcome of ['first', 'again']) {
    const build = await repo.build();
    expect([outcome, build.failed]).toEqual([outcome, []]);
    expect(told(build.diagnostics)).toEqual(bad.told);
    expect(build.diagnostics.every(({ severity }) => severity === 'warning')).toBe(true);
  }
});

describe('folders', () => {
  it('two topics with one id fail both, and the others are built', async () => {
    const repo = await DocsRepo.builtHandbook();
    repo.write('docs/garden/Compost/golden-reference.md', '# Another\n\nCompost.\n');
    const before = repo.files(COMPOST);
    const build = await repo.build();
    expect(build.failed).toEqual(['garden/Compost:chunk', 'garden/compost:chunk']);
    expect(build.skipped).toEqual([]);
    expect(builtIds(build)).toEqual(OTHERS);
    expect(told(build.diagnostics).sort()).toEqual([
      'docs/garden/Compost TOPIC_ID_CONFLICT',
      'docs/garden/compost TOPIC_ID_CONFLICT',
    ]);
    expect(repo.files(COMPOST)).toEqual(before);
  });

  it('a folder in the place of a file is named, and the others are built', async () => {
    for (const [path, step, kept] of [
      ['qa-pairs.md', 'topic-spec', true],
      ['topic-spec.md', 'topic-spec', false],
      ['index.json', 'index', false],
      ['_keywords/words.md', 'keywords', false],
      ['_chunks/golden-reference-0.md', 'chunk', false],
    ] as const) {
      const repo = await DocsRepo.builtHandbook();
      if (!kept) repo.remove(`${COMPOST}/${path}`);
      repo.write(`${COMPOST}/${path}/mine.md`, 'Mine.\n');
      const build = await repo.build();
      expect(build.failed).toEqual([`garden/compost:${step}`]);
      expect(builtIds(build)).toEqual(OTHERS);
      const code = path === 'qa-pairs.md' || path === 'topic-spec.md' ? 'FILE_UNREADABLE' : 'FILE_FOREIGN';
      expect(told(build.diagnostics)).toEqual([`${COMPOST}/${path} ${code}`]);
    }
  });

  it('a file in the place of a folder is named, and the others are built', async () => {
    for (const [path, step] of [
      ['_chunks', 'chunk'],
      ['_keywords', 'terms'],
    ]) {
      const repo = DocsRepo.handbook();
      repo.write(`${COMPOST}/${path}`, 'in the way\n');
      const build = await repo.build();
      expect(build.failed).toEqual([`garden/compost:${step}`]);
      expect(builtIds(build)).toEqual(OTHERS);
      expect(told(build.diagnostics)[0]).toMatch(new RegExp(`^${COMPOST}/${path}\\S* FILE_UN(?:READ|WRIT)ABLE$`));
      expect(repo.read(`${COMPOST}/${path}`)).toBe('in the way\n');
    }
  });

  it.skipIf(process.platform === 'win32')('a name with a backslash fails alone', async () => {
    const repo = await DocsRepo.builtHandbook();
    repo.write('docs/garden/back\\slash/golden-reference.md', '# Back\n\nText.\n');
    const build = await repo.build();
    expect(build.failed).toEqual(['garden/back\\slash:chunk']);
    expect(told(build.diagnostics)).toEqual(['docs/garden/back\\slash FOLDER_NAME_INVALID']);
    expect(builtIds(build)).toEqual([...OTHERS, 'garden/compost'].sort());
    expect(repo.read('docs/garden/index.json')).not.toContain('slash');
  });

  it('a reference that is a folder makes no topic', async () => {
    const repo = DocsRepo.handbook();
    mkdirSync(repo.path('docs/garden/pests/golden-reference.md'), { recursive: true });
    const build = await repo.build();
    expect(build.failed).toEqual([]);
    expect(repo.open().tree.has('garden/pests')).toBe(false);
  });
});

/** Runs `action` as a user whom permissions bind: root is not bound by them. */
async function asPlainUser<T>(repo: DocsRepo, action: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return action();
  const nobody = 65534;
  for (const path of ['', ...readdirSync(repo.root, { recursive: true, encoding: 'utf8' })]) {
    chownSync(repo.path(path), nobody, nobody);
  }
  process.seteuid!(nobody);
  try {
    return await action();
  } finally {
    process.seteuid!(0);
  }
}

describe.skipIf(process.platform === 'win32')('permissions', () => {
  it.each([
    ['a folder that may not be listed', COMPOST, 0o300, `${COMPOST} FILE_UNREADABLE`],
    ['a folder that may not be entered', COMPOST, 0o600, `${COMPOST}/golden-reference.md FILE_UNREADABLE`],
    [
      'a reference that may not be read',
      `${COMPOST}/golden-reference.md`,
      0o200,
      `${COMPOST}/golden-reference.md FILE_UNREADABLE`,
    ],
    ['a folder that may not be written', COMPOST, 0o500, `${COMPOST}/_chunks/golden-reference-0.md FILE_UNWRITABLE`],
  ])('%s fails alone, and nothing of it is taken for deleted', async (_name, path, mode, message) => {
    const repo = DocsRepo.handbook();
    await asPlainUser(repo, () => repo.build());
    repo.remove('docs/garden/compost/_chunks');
    chmodSync(repo.path(path), mode);
    const build = await asPlainUser(repo, () => repo.build());
    chmodSync(repo.path(path), 0o700);
    expect(told(build.diagnostics)[0]).toBe(message);
    expect(build.skipped).toEqual([]);
    expect(builtIds(build)).toEqual(OTHERS);
    expect(build.reconciled.removed).toEqual([]);
    expect(repo.files('.topicmill/index/docs')).toHaveProperty(['garden/compost/state.br']);
  });
});

it.skipIf(process.platform === 'win32')(
  'what cannot be read of a topic that is gone is an error of its own, and the others are built and cleared',
  async () => {
    const repo = await DocsRepo.builtHandbook();
    repo.remove(`${COMPOST}/golden-reference.md`);
    repo.remove(`${COMPOST}/topic-spec.md`);
    repo.write('docs/garden/pests/golden-reference.md', '# Pests\n\nSlugs.\n');
    await asPlainUser(repo, async () => {});
    chmodSync(repo.path(`${COMPOST}/_chunks`), 0);
    const build = await asPlainUser(repo, () => repo.build());
    chmodSync(repo.path(`${COMPOST}/_chunks`), 0o700);
    expect(build.failed).toEqual([]);
    expect(builtIds(build)).toContain('garden/pests');
    expect(build.reconciled.diagnostics).toEqual([
      expect.objectContaining({
        severity: 'error',
        code: 'FILE_UNREADABLE',
        file: `${COMPOST}/_chunks/golden-reference-0.md`,
      }),
    ]);
    const next = await asPlainUser(repo, () => repo.build());
    expect(next.reconciled).toMatchObject({
      diagnostics: [],
      removed: expect.arrayContaining([`${COMPOST}/index.json`]),
    });
    expect(repo.has(COMPOST)).toBe(false);
  },
);

describe('topicmill.yaml', () => {
  it.each([
    ['docsRoot: docs\nchunkin: {}\n', 'topicmill.yaml:2 CONFIG_INVALID'],
    ['chunking:\n  minTokens: many\n', 'topicmill.yaml:2 CONFIG_INVALID'],
    ['docsRoot: /etc\n', 'topicmill.yaml:1 CONFIG_INVALID'],
    ['docsRoot: ../elsewhere\n', 'topicmill.yaml:1 CONFIG_INVALID'],
    ['docsRoot: docs\nprompts: [\n', 'topicmill.yaml:3 CONFIG_UNREADABLE'],
    ['prompts: {}\ndocsRoot: nowhere\n', 'topicmill.yaml:2 DOCS_ROOT_MISSING'],
    [`docsRoot: ${'a'.repeat(300)}\n`, 'topicmill.yaml:1 DOCS_ROOT_MISSING'],
    ['- a list\n', 'topicmill.yaml:1 CONFIG_INVALID'],
  ])('%j stops the build before anything is written', async (yaml, message) => {
    const repo = await DocsRepo.builtHandbook();
    const before = repo.files();
    repo.write('topicmill.yaml', yaml);
    const thrown = await repo.build().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(told(diagnosticsOf(thrown))[0]).toBe(message);
    expect({ ...repo.files(), 'topicmill.yaml': '' }).toEqual({ ...before, 'topicmill.yaml': '' });
  });

  it('an unknown embedder is reported with its line, and where the environment names it with those known', () => {
    const repo = DocsRepo.handbook();
    const env = { TOPICMILL_EMBEDDING_MODEL: 'magic' };
    expect(() => openWorkspace(repo.root, { env })).toThrow(expect.objectContaining({ code: 'EMBEDDER_UNKNOWN' }));
    repo.write('topicmill.yaml', 'embedding:\n  model: magic\n');
    expect(() => openWorkspace(repo.root, { env: {} })).toThrow(
      expect.objectContaining({
        diagnostics: [expect.objectContaining({ code: 'CONFIG_INVALID', file: 'topicmill.yaml', line: 2 })],
      }),
    );
  });
});
