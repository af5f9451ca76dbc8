import { openSqliteStore } from '@topicmill/artifacts/store';
import { DEFAULT_ARTIFACT_SIZES, splitArtifact } from '@topicmill/chunking';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { loadTokenLocator } from '@topicmill/text/tokens';
import { rankMeasure } from '../statistics.js';
import { percent, type Table } from '../table.js';
import { addCorporaOption, tableCommand } from '../table-command.js';
import { type EvalCorpus, readCorpora } from './corpora.js';

const MODES = ['lexical', 'dense', 'hybrid'] as const;
/** Results in which an answer is looked for. */
const RESULT_COUNT = 50;

/** Runs `artifacts`; see `--help`. */
export const artifacts = tableCommand<{ readonly corpora: string; readonly model: string }>(
  {
    name: 'npm run eval:artifacts --',
    description: 'Measures how well lexical, dense and hybrid search find what answers a question.',
    examples: [['npm run eval:artifacts -- --corpora <folder>', 'on the topics and passages below a folder']],
  },
  (program) => addCorporaOption(program).option('--model <name>', 'embedder', 'builtin'),
  async function* ({ corpora, model }, { io }): AsyncGenerator<Table> {
    const results: CorpusRanks[] = [];
    for (const corpus of await readCorpora(corpora)) {
      const result = await ranksIn(corpus, model, io.env);
      results.push(result);
      yield tableOf(result);
    }
    if (results.length > 1) yield tableOf(pooled(results));
  },
);

/** Ranks of the first answer to each question, by mode; 0 where none is among the results. */
interface CorpusRanks {
  readonly corpus: string;
  readonly artifactCount: number;
  readonly chunkCount: number;
  readonly ranks: readonly (readonly number[])[];
}

async function ranksIn(
  { name, artifacts: inputs, questions }: EvalCorpus,
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
    const ranks: number[][] = [];
    for (const mode of MODES) {
      const ofMode: number[] = [];
      for (const { text, isAnswer } of questions) {
        const { hits } = await store.search(text, { mode, limit: RESULT_COUNT });
        ofMode.push(hits.findIndex(isAnswer) + 1);
      }
      ranks.push(ofMode);
    }
    const { artifact_count, chunk_count } = await store.stats();
    return { corpus: name, artifactCount: artifact_count, chunkCount: chunk_count, ranks };
  } finally {
    await store.close();
  }
}

/** All questions as one set. */
function pooled(results: readonly CorpusRanks[]): CorpusRanks {
  return {
    corpus: 'all',
    artifactCount: results.reduce((sum, { artifactCount }) => sum + artifactCount, 0),
    chunkCount: results.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
    ranks: MODES.map((_, mode) => results.flatMap(({ ranks }) => ranks[mode]!)),
  };
}

function tableOf({ corpus, artifactCount, chunkCount, ranks }: CorpusRanks): Table {
  return {
    title: `Artifact search: ${corpus}`,
    notes: [`${ranks[0]!.length} questions, ${artifactCount} artifacts, ${chunkCount} chunks.`],
    columns: ['hit@1, %', 'hit@3, %', 'MRR'],
    rows: MODES.map((mode, at) => {
      const { hitAt1, hitAt3, meanReciprocalRank } = rankMeasure(ranks[at]!);
      return { name: mode, values: [percent(hitAt1), percent(hitAt3), meanReciprocalRank.toFixed(3)] };
    }),
  };
}
