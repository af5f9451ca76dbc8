import { SearchStore } from '@topicmill/pipeline/search-store';
import { readConfig } from '@topicmill/pipeline/workspace';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

/** `TOPICMILL_EDIT_SEQUENCES=10000` tries so many. */
const SEQUENCE_COUNT = Number(process.env['TOPICMILL_EDIT_SEQUENCES'] ?? 4);
const WORDS = ['kiln', 'glaze', 'clay', 'wheel', 'slip', 'bisque', 'cone', 'firing', 'engobe', 'celadon'];
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => [`${name}.md`, `more/${name}.md`]);
const QUERIES = WORDS.flatMap((word, at) => [word, `${word} ${WORDS[(at + 3) % WORDS.length]!}`]);

const name = fc.constantFrom(...NAMES);
const text = fc
  .array(fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .map((paragraphs) =>
    paragraphs.map((words, at) => `${at === 0 ? '# ' : `## ${words[0]!}\n\n`}${words.join(' ')}.\n`).join('\n'),
  );
const pages = fc.dictionary(name, text, { minKeys: 1, maxKeys: 8 });
/** What is done to a page, or to all of them: the pages of another branch are there at once, and those of this one gone. */
const edit = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), name, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch' as const), pages }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function edited(all: Readonly<Record<string, string>>, change: Edit): Record<string, string> {
  if (change.kind === 'write') return { ...all, [change.name]: change.text };
  if (change.kind === 'switch') return { ...change.pages };
  const { [change.name]: own, ...others } = all;
  if (change.kind === 'rename' && own !== undefined) return { ...others, [change.to]: own };
  return Object.keys(others).length === 0 ? { ...all } : others;
}

function writePages(
  repo: DocsRepo,
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): void {
  for (const path of Object.keys(before)) if (!(path in now)) repo.remove(`docs/${path}`);
  for (const [path, content] of Object.entries(now)) if (before[path] !== content) repo.write(`docs/${path}`, content);
}

async function built(repo: DocsRepo): Promise<void> {
  expect(await repo.run('build', '--quiet')).toMatchObject({ exitCode: 0 });
}

async function answersOf({ root }: DocsRepo): Promise<unknown> {
  const store = new SearchStore(root, readConfig(root, { env: {} }), { onWarning: (message) => expect.fail(message) });
  try {
    const index = store.current()!;
    const answers = [];
    for (const query of QUERIES) answers.push((await index.search(query)).results);
    return { ids: index.ids, answers };
  } finally {
    store.close();
  }
}

async function published(repo: DocsRepo): Promise<Record<string, string>> {
  expect(await repo.run('search-index')).toMatchObject({ exitCode: 0 });
  const files = repo.files('topics');
  expect(Object.keys(files).some((path) => path.startsWith('_search/'))).toBe(true);
  return files;
}

const SETTINGS = { 'topicmill.yaml': 'sources: pages\nsite: { generator: none }\n' };

describe('builds after edits', () => {
  it('give what a clean build gives: answers, results and published index, byte by byte', { timeout: 0 }, async () => {
    const sequence = fc.tuple(
      pages,
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
    );
    const check = async ([first, rounds]: [Record<string, string>, Edit[][]]): Promise<void> => {
      const removals: (() => void)[] = [];
      try {
        const repo = new DocsRepo(SETTINGS, (remove) => removals.push(remove));
        let now = { ...first };
        writePages(repo, {}, now);
        await built(repo);
        for (const round of rounds) {
          const before = now;
          now = round.reduce(edited, now);
          writePages(repo, before, now);
          await built(repo);
        }
        const clean = new DocsRepo(SETTINGS, (remove) => removals.push(remove));
        writePages(clean, {}, now);
        await built(clean);
        expect(await answersOf(repo)).toEqual(await answersOf(clean));
        expect(await published(repo)).toEqual(await published(clean));
      } finally {
        for (const remove of removals) remove();
      }
    };
    await fc.assert(fc.asyncProperty(sequence, check), { numRuns: SEQUENCE_COUNT });
  });
});
