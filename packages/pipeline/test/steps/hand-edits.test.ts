import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Embedder } from '@topicmill/text/embedder';
import { authoredDigestInput } from '@topicmill/topics/formats';
import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';
import { wordEmbedder } from './word-embedder.js';

const MADE = 'docs/brewing/espresso/topic-spec.md';
const WRITTEN = 'docs/garden/compost/topic-spec.md';

function indexOf(repo: DocsRepo, spec: string): Record<string, unknown> {
  return JSON.parse(repo.read(spec.replace('topic-spec.md', 'index.json'))) as Record<string, unknown>;
}

const EDITS: readonly (readonly [string, (text: string) => string])[] = [
  ['before the tool’s sections', (text) => text.replace('## Keywords', '## Before\n\nBy hand.\n\n## Keywords')],
  ['between them', (text) => text.replace('## Chunks', '## Between\n\nBy hand.\n\n## Chunks')],
  ['after them', (text) => `${text}\n## After\n\nBy hand.\n`],
  ['after them without a newline', (text) => `${text}\n## After\n\nBy hand.`],
  [
    'in CRLF',
    (text) => text.replace(/\n/g, '\r\n').replace('## Chunks', '## Between\r\n\r\nBy hand.\r\n\r\n## Chunks'),
  ],
  ['with a byte order mark', (text) => `\uFEFF${text}\n## After\n\nBy hand.\n`],
  ['with front matter', (text) => `---\nowner: By hand.\n---\n${text}`],
  [
    'with both sections moved to the front',
    (text) =>
      `${text.slice(text.indexOf('## Keywords'))}\n${text.slice(text.indexOf('# '), text.indexOf('## Keywords'))}By hand.\n`,
  ],
];

describe('what people write in topic-spec.md stays byte for byte', () => {
  for (const [path, whose] of [
    [MADE, 'a file that the tool made'],
    [WRITTEN, 'a file of their own'],
  ] as const) {
    it.each(EDITS)(`%s, in ${whose}`, async (_name, change) => {
      const repo = await DocsRepo.builtHandbook();
      repo.edit(path, change);
      const edited = repo.read(path);
      const build = await repo.build();
      const folder = path.slice('docs/'.length, -'/topic-spec.md'.length);
      expect(build.ran.filter((step) => step.startsWith(`${folder}:`))).toEqual(
        expect.arrayContaining([`${folder}:topic-spec`]),
      );
      expect(build.embeddedCount).toBe(0);
      expect(repo.read(path)).toBe(edited);
      expect((await repo.build()).ran).toEqual([]);
      repo.edit(
        path.replace('topic-spec.md', 'golden-reference.md'),
        (text) => `${text}\n## Added later\n\nThe shot, the compost heap and the green waste.\n`,
      );
      await repo.build();
      const rebuilt = repo.read(path);
      expect(rebuilt).toContain('By hand.');
      expect(authoredDigestInput(rebuilt)).toBe(authoredDigestInput(edited));
    });
  }
});

it('metadata written by hand reaches index.json and the index above', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(MADE, (text) =>
    text
      .replace('| Name | Espresso at home |', '| Name | Espresso by hand |')
      .replace('| Complexity |  |', '| Complexity | 0.7 |')
      .replace('| Year |  |', '| Year | 1901 |')
      .replace('| Version |  |', '| Version | 9 bar |'),
  );
  const build = await repo.build();
  expect(build.ran).toEqual([':index', 'brewing/espresso:index', 'brewing/espresso:topic-spec', 'brewing:index']);
  expect(indexOf(repo, MADE)).toMatchObject({
    title: 'Espresso by hand',
    complexity: 0.7,
    introduced: { version: '9 bar', year: '1901' },
  });
  expect(repo.read('docs/brewing/index.json')).toContain('Espresso by hand');
});

it('a hand edit that is taken back gives the files from before', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  for (const path of [MADE, WRITTEN]) {
    const original = repo.read(path);
    repo.edit(path, (text) => text.replace('## Metadata', 'A remark.\n\n## Metadata'));
    await repo.build();
    repo.write(path, original);
    await repo.build();
  }
  expect(repo.files()).toEqual(before);
});

it('a file that is deleted is made anew from the reference', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.read(MADE);
  repo.remove(MADE);
  repo.remove(WRITTEN);
  const build = await repo.build();
  expect(repo.read(MADE)).toBe(before);
  expect(build.ran).toContain('garden/compost:topic-spec');
  expect(repo.read(WRITTEN)).toMatch(/^<!-- topicmill:made [0-9a-f]{24} -->\n\n# Compost\n/);
  expect(indexOf(repo, WRITTEN)['complexity']).toBeUndefined();
});

it.each([
  ['realigned', (text: string) => text.replaceAll('| shot |', '| shot     |')],
  ['emptied', (text: string) => text.replace(/(?<=topicmill:begin chunks.*\n)[\s\S]*(?=<!-- topicmill:end)/, '')],
  ['cut off', (text: string) => text.slice(0, text.indexOf('## Keywords'))],
  ['doubled', (text: string) => text + text.slice(text.indexOf('## Keywords'))],
])('sections of the tool that were %s are restored, and no step runs', async (_name, change) => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  repo.edit(MADE, change);
  const build = await repo.build();
  expect(build.ran).toEqual([]);
  expect(build.written).toEqual(['brewing/espresso/topic-spec.md']);
  expect(repo.files()).toEqual(before);
});

it('rows of a generated table that were edited are generated again, and a warning names file and line', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  for (const path of [MADE, WRITTEN]) {
    for (const build of [() => repo.build(), () => repo.reconcile()]) {
      repo.edit(path, (text) => text.replace('| Count | ', '| Count | 9'));
      const line =
        repo
          .read(path)
          .split('\n')
          .findIndex((each) => each.startsWith('| Count | 9')) + 1;
      const { diagnostics } = await build();
      expect(diagnostics).toEqual([expect.objectContaining({ code: 'TOPIC_SPEC_ROWS_EDITED', file: path, line })]);
      expect(repo.files()).toEqual(before);
    }
  }
});

it('an unedited file with the line ends of another system counts as unedited', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  repo.edit(MADE, (text) => text.replaceAll('\n', '\r\n'));
  const build = await repo.build();
  expect(build.ran).toEqual([]);
  expect(repo.files()).toEqual(before);
});

it('an unedited file follows a new title and first paragraph; an edited one keeps what is there', async () => {
  const repo = await DocsRepo.builtHandbook();
  for (const topic of ['brewing/espresso', 'garden/compost']) {
    repo.edit(`docs/${topic}/golden-reference.md`, (text) => text.replace(/^# .*$/m, '# Another title'));
  }
  repo.edit('docs/brewing/espresso/golden-reference.md', (text) =>
    text.replace('title: Espresso at home', 'owner: Ida'),
  );
  await repo.build();
  expect(repo.read(MADE)).toContain('# Another title\n');
  expect(repo.read(WRITTEN)).toContain('# Compost for small gardens\n');
});

it('a topic-spec.md written by hand gives a category its title and description', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.write('docs/garden/topic-spec.md', '# Everything that grows\n\nBeds, heaps and seeds.\n');
  const build = await repo.build();
  expect(build.ran).toEqual([':index', 'garden:index']);
  expect(indexOf(repo, 'docs/garden/topic-spec.md')).toMatchObject({
    title: 'Everything that grows',
    description: 'Beds, heaps and seeds.',
  });
  expect(repo.read('docs/garden/topic-spec.md')).toBe('# Everything that grows\n\nBeds, heaps and seeds.\n');
  expect((await repo.build()).ran).toEqual([]);
});

describe('an edit saved while the topic is being embedded', () => {
  const SAVES: readonly (readonly [string, (path: string, text: string) => void])[] = [
    ['appended', (path, text) => appendFileSync(path, text)],
    ['in place', (path, text) => writeFileSync(path, readFileSync(path, 'utf8') + text)],
    [
      'by rename',
      (path, text) => {
        writeFileSync(`${path}.new`, readFileSync(path, 'utf8') + text);
        renameSync(`${path}.new`, path);
      },
    ],
  ];

  it.each(SAVES)('%s is kept, and is in the index', async (_name, save) => {
    const repo = await DocsRepo.builtHandbook();
    repo.edit(
      'docs/brewing/espresso/golden-reference.md',
      (text) => `${text}\n## Added later\n\nThe shot, the compost heap and the green waste.\n`,
    );
    const embedder = wordEmbedder();
    let edits = 0;
    const slow: Embedder = {
      ...embedder,
      embed: async (texts, options) => {
        if (edits++ === 0) save(repo.path(MADE), '\n## Late\n\nBy hand.\n');
        return embedder.embed(texts, options);
      },
    };
    await repo.build({ embedder: slow });
    expect(edits).toBeGreaterThan(0);
    expect(repo.read(MADE)).toContain('\n## Late\n\nBy hand.\n');
    expect((await repo.build()).ran).toEqual(['brewing/espresso:topic-spec']);
    expect((await repo.build()).ran).toEqual([]);
  });
});

it('lines added inside a section of the tool are moved and told of, by a build and by a cache hit alike', async () => {
  const repo = await DocsRepo.builtHandbook();
  for (const restore of [false, true]) {
    repo.edit(MADE, (text) => text.replace('| shot |', `Note ${restore}.\n| shot |`));
    const { diagnostics } = await (restore ? repo.reconcile() : repo.build());
    expect(diagnostics).toEqual([expect.objectContaining({ code: 'TOPIC_SPEC_TEXT_MOVED', file: MADE })]);
    expect(repo.read(MADE)).toContain(`\n## Moved from Keywords\n\nNote ${restore}.\n`);
    expect((await repo.build()).diagnostics).toEqual([]);
  }
});
