import { loadOrama, loadPagefind } from '../peers.js';
import { readTopics, type Topic } from '../read-topics.js';
import { mean } from '../statistics.js';
import type { Row, Table } from '../table.js';
import { addTopicsOption, tableCommand } from '../table-command.js';
import { EDITS, misspell, randomNumbers } from './misspell.js';
import { miniSearchEngine, oramaEngine, ownEngine, pagefindEngine, type TypingEngine } from './typing-engines.js';

const MAX_QUERIES = 300;
const MAX_WORDS = 3;
const LENGTHS = [3, 4, 5, 6, 8];
const TOP = 3;
const SEED = 1;

/** The title of a section, and the page that has it. */
interface TitleQuery {
  readonly query: string;
  readonly topic: string;
}

/** Runs `typing`; see `--help`. */
export const typing = tableCommand<{ readonly topics: string }>(
  {
    name: 'npm run eval:typing --',
    description:
      'Measures how often search as people type has the right page among the first three: titles of sections, their last word cut short, and with one mistake.',
    examples: [['npm run eval:typing -- --topics docs', 'on the topics at any depth below a folder']],
  },
  addTopicsOption,
  async function* ({ topics: folder }, { log }): AsyncGenerator<Table> {
    const topics = await readTopics(folder);
    const queries = titleQueries(topics);
    const [orama, pagefind] = [await loadOrama(log), await loadPagefind(log)];
    const served = pagefind && (await pagefindEngine(pagefind, topics));
    const engines = [
      await ownEngine(topics),
      miniSearchEngine(topics),
      ...(orama === undefined ? [] : [oramaEngine(orama, topics)]),
      ...(served === undefined ? [] : [served]),
    ];
    const random = randomNumbers(SEED);
    const variants: (readonly [string, (query: string) => string | undefined])[] = [
      ['as it is', (query) => query],
      ...LENGTHS.map((length) => [`last word cut to ${length}`, (query: string) => cut(query, length)] as const),
      ...EDITS.map(
        (edit) => [edit, (query: string) => mistyped(query, (word) => misspell(word, edit, random))] as const,
      ),
    ];
    const rows: Row[] = [];
    for (const [name, vary] of variants) {
      const asked = queries.flatMap(({ query, topic }) => {
        const varied = vary(query);
        return varied === undefined ? [] : [{ query: varied, topic, clean: query }];
      });
      const values: (number | undefined)[] = [asked.length];
      for (const engine of engines) {
        values.push(100 * (await hitRate(engine, asked)));
        values.push(
          100 *
            (await hitRate(
              engine,
              asked.map(({ clean, topic }) => ({ query: clean, topic })),
            )),
        );
      }
      rows.push({ name, values });
    }
    served?.close();
    yield {
      title: 'Search as people type',
      notes: [
        `${queries.length} titles of sections, of up to ${MAX_WORDS} words, each found on one page only, in ${topics.length} topics.`,
        `Per cent with that page among the first ${TOP}; "clean" is the same titles as they are.`,
      ],
      columns: ['queries', ...engines.flatMap(({ name }) => [name, 'clean'])],
      rows,
    };
  },
);

function titleQueries(topics: readonly Topic[]): TitleQuery[] {
  const pages = new Map<string, Set<string>>();
  for (const { id, title, chunks } of topics) {
    for (const text of [title, ...chunks.map((chunk) => chunk.title)]) {
      const query = text.replace(/[`*]/g, '').trim();
      if (query.split(/\s+/).length <= MAX_WORDS) pages.set(query, (pages.get(query) ?? new Set()).add(id));
    }
  }
  const all = [...pages].flatMap(([query, ids]) => (ids.size === 1 ? [{ query, topic: [...ids][0]! }] : []));
  const step = Math.max(1, all.length / MAX_QUERIES);
  return Array.from({ length: Math.min(all.length, MAX_QUERIES) }, (_, at) => all[Math.floor(at * step)]!);
}

/** `undefined` where the last word is not longer. */
function cut(query: string, length: number): string | undefined {
  const last = query.split(' ').at(-1)!;
  return last.length > length ? query.slice(0, query.length - last.length + length) : undefined;
}

/** With a mistake in the longest word. */
function mistyped(query: string, misspellWord: (word: string) => string | undefined): string | undefined {
  const longest = (query.match(/\p{L}+/gu) ?? []).reduce((a, b) => (b.length > a.length ? b : a), '');
  const wrong = misspellWord(longest);
  return wrong === undefined ? undefined : query.replace(longest, () => wrong);
}

async function hitRate(engine: TypingEngine, asked: readonly TitleQuery[]): Promise<number> {
  const hits: number[] = [];
  for (const { query, topic } of asked) hits.push((await engine.pages(query)).slice(0, TOP).includes(topic) ? 1 : 0);
  return hits.length === 0 ? 0 : mean(hits);
}
