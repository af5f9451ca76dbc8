import type { SearchHit } from '@topicmill/artifacts/store';
import { DEFAULT_ARTIFACT_SIZES, splitArtifact } from '@topicmill/chunking';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { loadTokenLocator } from '@topicmill/text/tokens';
import { mean, rankMeasure } from '../statistics.js';
import { percent, type Row, type Table } from '../table.js';
import { addCorporaOption, tableCommand } from '../table-command.js';
import { type EvalCorpus, generatedCorpus, readCorpora } from './corpora.js';
import { type EvalDatabase, withDatabases } from './eval-databases.js';

const MODES = ['lexical', 'dense', 'hybrid'] as const;
/** Results in which an answer is looked for. */
const RESULT_COUNT = 50;
/** Results that are the same in another database or not. */
const COMPARED_COUNT = 10;
const GENERATED_QUESTION_COUNT = 1_000;

interface Options {
  readonly corpora: string;
  readonly model: string;
  readonly postgres?: true;
}

/** Runs `artifacts`; see `--help`. */
export const artifacts = tableCommand<Options>(
  {
    name: 'npm run eval:artifacts --',
    description: 'Measures how well lexical, dense and hybrid search find what answers a question.',
    examples: [
      ['npm run eval:artifacts -- --corpora <folder>', 'on the topics and passages below a folder'],
      ['npm run eval:artifacts -- --corpora <folder> --postgres', 'and in PostgreSQL, with other results counted'],
    ],
  },
  (program) =>
    addCorporaOption(program)
      .option('--model <name>', 'embedder', 'builtin')
      .option('--postgres', 'compare SQLite with PostgreSQL; also by 1,000 questions on generated topics'),
  ({ corpora, model, postgres }, { io, log }) =>
    withDatabases(postgres === true, async function* (databases): AsyncGenerator<Table> {
      const results: CorpusRanks[] = [];
      for (const corpus of await readCorpora(corpora)) {
        const result = await ranksIn(corpus, databases, model, io.env, log);
        results.push(result);
        yield tableOf(result);
      }
      if (results.length > 1) yield tableOf(pooled(results));
      if (postgres === undefined) return;
      yield tableOf(await ranksIn(generatedCorpus(GENERATED_QUESTION_COUNT), databases, model, io.env, log));
    }),
);

/** What was found for the questions of a corpus. */
interface CorpusRanks {
  readonly corpus: string;
  readonly artifactCount: number;
  readonly chunkCount: number;
  readonly found: readonly FoundAnswers[];
}

/** What a database found in a mode; for each question. */
interface FoundAnswers {
  readonly name: string;
  /** Ranks of the first answer; 0 where none is among the results. */
  readonly ranks: readonly number[];
  /** How many of the first ten results of SQLite are among the first ten here. */
  readonly sameShares: readonly number[];
}

async function ranksIn(
  { name: corpus, artifacts: inputs, questions }: EvalCorpus,
  databases: readonly EvalDatabase[],
  model: string,
  env: Readonly<Record<string, string | undefined>>,
  log: (message: string) => void,
): Promise<CorpusRanks> {
  const tokens = await loadTokenLocator('cl100k_base');
  const found: FoundAnswers[] = [];
  const firstIds = new Map<string, readonly (readonly string[])[]>();
  let counts = { artifactCount: 0, chunkCount: 0 };
  for (const database of databases) {
    log(`${corpus} in ${database.name}: ${inputs.length} artifacts, ${questions.length} questions.\n`);
    const store = await database.open({
      embedder: createEmbedder(model, { env }),
      splitter: (text, type) => splitArtifact(text, type, { sizes: DEFAULT_ARTIFACT_SIZES, tokens }),
    });
    try {
      for (const artifact of inputs) await store.ingest(artifact);
      for (const mode of MODES) {
        const answers: (readonly SearchHit[])[] = [];
        for (const { text } of questions) {
          answers.push((await store.search(text, { mode, limit: RESULT_COUNT })).hits);
        }
        const ids = answers.map((hits) => hits.slice(0, COMPARED_COUNT).map(({ id }) => id));
        const expected = firstIds.get(mode) ?? ids;
        firstIds.set(mode, expected);
        found.push({
          name: databases.length === 1 ? mode : `${mode}, ${database.name}`,
          ranks: answers.map((hits, at) => hits.findIndex(questions[at]!.isAnswer) + 1),
          sameShares: ids.map((some, at) => sameShare(expected[at]!, some)),
        });
      }
      const { artifact_count, chunk_count } = await store.stats();
      counts = { artifactCount: artifact_count, chunkCount: chunk_count };
    } finally {
      await store.close();
    }
  }
  found.sort((a, b) => modeOf(a) - modeOf(b));
  return { corpus, ...counts, found };
}

function modeOf({ name }: FoundAnswers): number {
  return MODES.findIndex((mode) => name.startsWith(mode));
}

function sameShare(expected: readonly string[], ids: readonly string[]): number {
  return expected.length === 0 ? 1 : expected.filter((id) => ids.includes(id)).length / expected.length;
}

/** All questions as one set. */
function pooled(results: readonly CorpusRanks[]): CorpusRanks {
  return {
    corpus: 'all',
    artifactCount: results.reduce((sum, { artifactCount }) => sum + artifactCount, 0),
    chunkCount: results.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
    found: results[0]!.found.map(({ name }, at) => ({
      name,
      ranks: results.flatMap(({ found }) => found[at]!.ranks),
      sameShares: results.flatMap(({ found }) => found[at]!.sameShares),
    })),
  };
}

function tableOf({ corpus, artifactCount, chunkCount, found }: CorpusRanks): Table {
  const isCompared = found.length > MODES.length;
  return {
    title: `Artifact search: ${corpus}`,
    notes: [
      `${found[0]!.ranks.length} questions, ${artifactCount} artifacts, ${chunkCount} chunks.`,
      ...(isCompared ? ['Same: of the first ten results in SQLite, those that are among the first ten.'] : []),
    ],
    columns: ['hit@1, %', 'hit@3, %', 'MRR', ...(isCompared ? ['same, %'] : [])],
    rows: found.map(({ name, ranks, sameShares }): Row => {
      const { hitAt1, hitAt3, meanReciprocalRank } = rankMeasure(ranks);
      const values = [percent(hitAt1), percent(hitAt3), meanReciprocalRank.toFixed(3)];
      return { name, values: isCompared ? [...values, percent(mean(sameShares))] : values };
    }),
  };
}
