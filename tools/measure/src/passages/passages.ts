import { fileURLToPath } from 'node:url';
import { existingFolder } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ChunkOptions } from '@topicmill/chunking';
import { Option } from 'commander';
import { type Half, passagesFolder, readPassages, textFilter } from '../read-passages.js';
import { addCorporaOption, type Table, tableCommand } from '../table-command.js';
import { crossValidation } from './cross-validation.js';
import { measure } from './measure.js';
import { differenceTable, type MeasuredSplitter, sameMeanTable, scoreTable } from './passage-tables.js';
import { rankers } from './rankers.js';
import { readOwnPassages } from './read-own-passages.js';
import { loadSplitters, tokenSizes, withMeanSize } from './splitters.js';

interface Options {
  readonly corpora: string;
  readonly sizes: readonly number[];
  readonly only: string;
  readonly half: Half;
  readonly peers: boolean;
  readonly checkouts?: string;
  readonly rankers: string;
  readonly breadcrumbs: NonNullable<ChunkOptions['breadcrumbMode']>;
  readonly sameMean?: true;
  readonly crossValidate?: true;
  readonly aside?: string;
}

const OWN_QUESTIONS = fileURLToPath(new URL('../../questions/passages/', import.meta.url));

/** Runs `passages`; see `--help`. */
export const passages = tableCommand<Options>(
  {
    name: 'npm run eval:passages --',
    description: 'Measures the passages that a budget of tokens brings, compared with other splitters.',
    examples: [
      ['npm run eval:passages -- --corpora <folder>', 'on the texts and questions below a folder'],
      ['npm run eval:passages -- --corpora <folder> --only wiki --half first', 'on one of them, half its questions'],
      ['npm run eval:passages -- --corpora <folder> --checkouts <folder> --rankers BM25', 'and our own questions'],
      ['npm run eval:passages -- --corpora <folder> --same-mean --sizes 512', 'where both make chunks of one size'],
      [
        'npm run eval:passages -- --corpora <folder> --checkouts <folder> --cross-validate',
        'settings chosen on other texts',
      ],
    ],
  },
  (program) =>
    addCorporaOption(program)
      .option('--sizes <tokens>', 'limits of a chunk, by cl100k_base', tokenSizes, [200, 400])
      .option('--only <name>', 'texts whose name contains one of these: finance,novel', '')
      .addOption(new Option('--half <half>', 'questions to ask').choices(['first', 'second', 'both']).default('both'))
      .option(
        '--checkouts <folder>',
        'also ask our own questions, see tools/measure/questions/README.md',
        existingFolder,
      )
      .option('--rankers <name>', 'rankers whose name contains this', '')
      .addOption(
        new Option('--breadcrumbs <mode>', 'what our chunks are searched with, besides their text')
          .choices(['conditional', 'always', 'none'])
          .default('conditional'),
      )
      .option('--same-mean', "compare only with LangChain's recursive splitter, at the same mean size")
      .option(
        '--cross-validate',
        "choose size, overlap and header on the other texts, and compare with LangChain's splitter",
      )
      .option('--aside <name>', 'with it: texts that nothing is chosen on, by parts of their names')
      .option('--no-peers', 'leave the other splitters out'),
  async function* (
    { corpora, sizes, only, half, peers, checkouts, rankers: ranker, breadcrumbs, sameMean, crossValidate, aside },
    { log },
  ): AsyncGenerator<Table> {
    const isAsked = textFilter(only);
    const own = checkouts === undefined ? [] : readOwnPassages(checkouts, OWN_QUESTIONS, isAsked, half);
    const texts = [...readPassages(folderOf(corpora), half).filter(({ name }) => isAsked(name)), ...own];
    const ownOptions = { fileTitle: '', overlapSentences: 0, breadcrumbMode: breadcrumbs };
    const splitters = await loadSplitters(peers, ownOptions, log);
    const { count, make } = splitters;
    const ways = rankers().filter(({ name }) => name.includes(ranker));
    if (crossValidate) {
      const isKeptAside = aside === undefined ? () => false : textFilter(aside);
      yield* crossValidation(texts, { sizes, isKeptAside }, { rankers: ways, splitters, log });
      return;
    }
    for (const size of sizes) {
      if (sameMean) {
        const [[name, split]] = await make(size);
        const ours = { name, measured: await measure(texts, split, ways, count) };
        const contents = texts.map(({ text }) => text);
        const other = await withMeanSize(splitters, contents, ours.measured.meanTokens);
        if (other === undefined) return;
        const measured = await measure(texts, other.split, ways, count);
        yield sameMeanTable(
          ours,
          { name: `LangChain Recursive, asked for ${size} and ${other.size}`, measured },
          texts,
        );
        continue;
      }
      const measured: MeasuredSplitter[] = [];
      for (const [name, split] of await make(size)) {
        measured.push({ name, measured: await measure(texts, split, ways, count) });
      }
      const table = scoreTable(size, measured);
      const questions = texts.map(({ name, questions: { length } }) => `${name} (${length} questions)`);
      yield { ...table, notes: [...table.notes, questions.join(', ')] };
      const [ours, ...others] = measured;
      if (others.length > 0) yield differenceTable(size, ours!, others);
    }
  },
);

function folderOf(corpora: string): string {
  const folder = passagesFolder(corpora);
  if (folder !== undefined) return folder;
  throw new TopicmillError('INVALID_OPTION', `${corpora} has no questions_df.csv, nor has its folder passages.`, {
    remedy: 'Name a folder of texts and questions.',
  });
}
