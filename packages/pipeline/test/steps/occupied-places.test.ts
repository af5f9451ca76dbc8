import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildDocs } from '../../src/docs-build/index.js';
import { DocsRepo } from './docs-repo.js';

const HANDBOOK = join(import.meta.dirname, 'fixtures', 'handbook', 'input');
const TOPIC = 'docs/brewing/espresso';
const OTHER = 'docs/garden/seeds/golden-reference.md';

const OUTPUTS = [
  `${TOPIC}/_chunks/golden-reference-0.md`,
  `${TOPIC}/_chunks/golden-reference-1.md`,
  `${TOPIC}/_chunks/golden-reference.chunks.json`,
  `${TOPIC}/_keywords/terms.md`,
  `${TOPIC}/_keywords/words.md`,
  `${TOPIC}/index.json`,
  'docs/brewing/index.json',
  'docs/_keywords/authority.md',
  'docs/related.json',
  'docs/index.json',
];

const MENDED: Readonly<Record<string, (repo: DocsRepo, path: string) => void>> = {
  'an empty file': (repo, path) => repo.write(path, ''),
  'an empty folder': (repo, path) => mkdirSync(repo.path(path)),
  'a link that leads nowhere': (repo, path) => symlinkSync('nowhere', repo.path(path)),
  'a link to itself': (repo, path) => symlinkSync(repo.path(path), repo.path(path)),
  'a link to a copy': (repo, path) => symlinkSync(repo.path('copy'), repo.path(path)),
};

/** A built repository with something else in the places of outputs. */
async function occupied(paths: readonly string[], occupy: (repo: DocsRepo, path: string) => void) {
  const repo = DocsRepo.from(HANDBOOK);
  repo.write('copy', 'A copy.\n');
  await repo.build();
  const before = repo.files();
  for (const path of paths) {
    repo.remove(path);
    occupy(repo, path);
  }
  return { repo, before };
}

describe.each(Object.keys(MENDED))('%s in the place of every output', (kind) => {
  it.each(['with', 'without'])('is replaced by the next build, %s states', async (states) => {
    const { repo, before } = await occupied(OUTPUTS, MENDED[kind]!);
    if (states === 'without') repo.remove('.topicmill');
    const { failed, diagnostics } = await repo.build();
    expect({ failed, diagnostics, files: repo.files() }).toEqual({ failed: [], diagnostics: [], files: before });
  });
});

it.each([OUTPUTS[0]!, OUTPUTS[2]!, `${TOPIC}/index.json`, 'docs/related.json'])(
  'a folder with files in the place of %s is named, stays, and fails nothing else',
  async (path) => {
    const { repo } = await occupied([path], (each) => each.write(`${path}/mine.md`, 'Mine.\n'));
    const edited = (each: DocsRepo) => each.edit(OTHER, (text) => `${text}\nOne more line.\n`);
    edited(repo);
    const { folders, diagnostics } = await buildDocs(repo.open(), {});
    const found = [...folders.flatMap(({ steps }) => steps.flatMap((step) => step.diagnostics)), ...diagnostics];
    const errors = found.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code, file }) => `${code} ${file}`)).toEqual([`FILE_FOREIGN ${path}`]);
    expect(repo.read(`${path}/mine.md`)).toBe('Mine.\n');
    repo.remove(path);
    await repo.build();
    repo.remove('copy');
    const clean = DocsRepo.from(HANDBOOK);
    edited(clean);
    await clean.build();
    expect(repo.files()).toEqual(clean.files());
  },
);

it.each(Object.keys(MENDED).slice(1))(
  '%s in the place of topic-spec.md costs that topic alone, with a remedy',
  async (kind) => {
    const path = `${TOPIC}/topic-spec.md`;
    const { repo, before } = await occupied([path], MENDED[kind]!);
    const build = await repo.build();
    expect(build.failed).toEqual(['brewing/espresso:topic-spec']);
    expect(build.diagnostics).toEqual([
      expect.objectContaining({ file: path, code: expect.stringMatching(/^(?:LINK_NOT_FOLLOWED|FILE_UNREADABLE)$/) }),
    ]);
    repo.remove(path);
    expect((await repo.build()).failed).toEqual([]);
    expect(repo.files()).toEqual(before);
  },
);

it('a file in the place of a folder of outputs is named', async () => {
  const repo = DocsRepo.from(HANDBOOK);
  mkdirSync(dirname(repo.path(`${TOPIC}/_chunks`)), { recursive: true });
  repo.write(`${TOPIC}/_chunks`, 'Mine.\n');
  const { folders } = await buildDocs(repo.open(), {});
  const found = folders.flatMap(({ steps }) => steps.flatMap(({ diagnostics }) => diagnostics));
  expect(found.map(({ code, file }) => `${code} ${file}`)).toEqual([`FILE_UNREADABLE ${TOPIC}/_chunks`]);
  expect(repo.read(`${TOPIC}/_chunks`)).toBe('Mine.\n');
});
