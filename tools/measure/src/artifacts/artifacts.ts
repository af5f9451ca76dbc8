import { openSqliteStore } from '@topicmill/artifacts/store';
import { sum } from '@topicmill/base/sums';
import { DEFAULT_ARTIFACT_SIZES, splitArtifact } from '@topicmill/chunking';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { loadTokenLocator } from '@topicmill/text/tokens';
import { rankMeasure } from '../statistics.js';
import { addCorporaOption, percent, type Row, type Table, tableCommand } from '../table-command.js';
import { type EvalCorpus, readCorpora } from './corpora.js';

const MODES = ['lexical', 'dense', 'hybrid'] as const;
/** Results in which an answer is looked for. */
const RESULT_COUNT = 50;

interface Options {
  readonly corpora: string;
  readonly model: string;
}

/** Runs `artifacts`; see `--help`. */
export const artifacts = tableCommand<Options>(
  {
    name: 'npm run eval:artifacts --',
    description: 'Measures how well lexical, dense and hybrid search find what answers a question.',
    examples: [['npm run eval:artifacts -- --corpora <folder>', 'on the topics and passages below a folder']],
  },
  (program) => addCorporaOption(program).option('--model <name>', 'embedder', 'builtin'),
  async function* ({ corpora, model }, { io, log }): AsyncGenerator<Table> {
    const results: CorpusRanks[] = [];
    for (const corpus of await readCorpora(corpora)) {
      log(`${corpus.name}: ${corpus.artifacts.length} artifacts, ${corpus.questions.length} questions.\n`);
      const result = await ranksIn(corpus, model, io.env);
      results.push(result);
      yield tableOf(result);
    }
    if (results.length > 1) yield tableOf(pooled(results));
  },
);

/** What was found for the questions of a corpus. */
interface CorpusRanks {
  readonly corpus: string;
  readonly artifactCount: number;
  readonly chunkCount: number;
  /** By mode, for each question the rank of the first answer; 0 where none is among the results. */
  readonly ranks: Readonly<Record<(typeof MODES)[number], readonly number[]>>;
}

async function ranksIn(
  { name: corpus, artifacts: inputs, questions }: EvalCorpus,
  model: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CorpusRanks> {
  const tokens = await loadTokenLocator('cl100k_base');
  const store = await openSqliteStore({
    path: ':memory:',
    embedder: createEmbedder(model, { env }),
    splitter: (text, type) => splitArtifact(text, type, { sizes: DEFAULT_ARTIFACT_SIZES, tokens }),
  });
  try {
    for (const artifact of inputs) await store.ingest(artifact);
    const ranks = { lexical: [] as number[], dense: [] as number[], hybrid: [] as number[] };
    for (const mode of MODES) {
      for (const { text, isAnswer } of questions) {
        const { hits } = await store.search(text, { mode, limit: RESULT_COUNT });
        ranks[mode].push(hits.findIndex(isAnswer) + 1);
      }
    }
    const { artifact_count, chunk_count } = await store.stats();
    return { corpus, artifactCount: artifact_count, chunkCount: chunk_count, ranks };
  } finally {
    await store.close();
  }
}

/** All questions as one set. */
function pooled(results: readonly CorpusRanks[]): CorpusRanks {
  const ranksBy = (mode: (typeof MODES)[number]): number[] => results.flatMap(({ ranks }) => ranks[mode]);
  return {
    corpus: 'all',
    artifactCount: sum(results.map(({ artifactCount }) => artifactCount)),
    chunkCount: sum(results.map(({ chunkCount }) => chunkCount)),
    ranks: { lexical: ranksBy('lexical'), dense: ranksBy('dense'), hybrid: ranksBy('hybrid') },
  };
}

function tableOf({ corpus, artifactCount, chunkCount, ranks }: CorpusRanks): Table {
  return {
    title: `Artifact search: ${corpus}`,
    notes: [`${ranks.lexical.length} questions, ${artifactCount} artifacts, ${chunkCount} chunks.`],
    columns: ['hit@1, %', 'hit@3, %', 'MRR'],
    rows: MODES.map((mode): Row => {
      const { hitAt1, hitAt3, meanReciprocalRank } = rankMeasure(ranks[mode]);
      return { name: mode, values: [percent(hitAt1), percent(hitAt3), meanReciprocalRank.toFixed(3)] };
    }),
  };
}
