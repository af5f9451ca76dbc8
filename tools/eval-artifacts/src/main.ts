import { openSqliteStore } from '@topicmill/artifacts/store';
import { createProgram, processIo, runProgram } from '@topicmill/base/cli';
import { DEFAULT_ARTIFACT_SIZES, splitArtifact } from '@topicmill/chunking';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { loadTokenLocator } from '@topicmill/text/tokens';
import { type EvalCorpus, readCorpora } from './corpora.js';
import { type ModeMeasure, measureMode } from './measure-mode.js';

const MODES = ['lexical', 'dense', 'hybrid'] as const;

const io = processIo();
const program = createProgram(
  {
    name: 'npm run eval:artifacts --',
    version: '0.1.0',
    description: 'Measures how well lexical, dense and hybrid search find what answers a question.',
    examples: [['npm run eval:artifacts -- --corpora <folder>', 'on the topics and passages below a folder']],
  },
  io,
)
  .requiredOption('--corpora <folder>', 'folder that holds `topics`, `passages` or both')
  .option('--model <name>', 'embedder', 'builtin')
  .option('--json', 'print JSON')
  .action(async ({ corpora, model, json }: { corpora: string; model: string; json?: true }) => {
    const results: CorpusResult[] = [];
    for (const corpus of await readCorpora(corpora)) {
      const result = await measureCorpus(corpus, model);
      results.push(result);
      if (!json) io.stdout.write(tableOf(result));
    }
    if (!json && results.length > 1) io.stdout.write(tableOf(pooled(results)));
    if (json) io.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  });
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

interface CorpusResult {
  readonly corpus: string;
  readonly questionCount: number;
  readonly artifactCount: number;
  readonly chunkCount: number;
  readonly measures: readonly ModeMeasure[];
}

async function measureCorpus({ name, artifacts, questions }: EvalCorpus, model: string): Promise<CorpusResult> {
  const tokens = await loadTokenLocator('cl100k_base');
  const store = await openSqliteStore({
    path: ':memory:',
    embedder: createEmbedder(model, { env: process.env }),
    splitter: (text, type) => splitArtifact(text, type, { sizes: DEFAULT_ARTIFACT_SIZES, tokens }),
  });
  for (const artifact of artifacts) await store.ingest(artifact);
  const measures: ModeMeasure[] = [];
  for (const mode of MODES) measures.push(await measureMode(store, questions, mode));
  const { artifact_count, chunk_count } = await store.stats();
  await store.close();
  return {
    corpus: name,
    questionCount: questions.length,
    artifactCount: artifact_count,
    chunkCount: chunk_count,
    measures,
  };
}

/** All questions as one set. */
function pooled(results: readonly CorpusResult[]): CorpusResult {
  const sum = (of: (result: CorpusResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const questionCount = sum((result) => result.questionCount);
  const mean = (index: number, name: 'hitAt1' | 'hitAt3' | 'meanReciprocalRank'): number =>
    sum((result) => result.questionCount * result.measures[index]![name]) / questionCount;
  return {
    corpus: 'all',
    questionCount,
    artifactCount: sum((result) => result.artifactCount),
    chunkCount: sum((result) => result.chunkCount),
    measures: MODES.map((mode, index) => ({
      mode,
      hitAt1: mean(index, 'hitAt1'),
      hitAt3: mean(index, 'hitAt3'),
      meanReciprocalRank: mean(index, 'meanReciprocalRank'),
    })),
  };
}

function tableOf({ corpus, questionCount, artifactCount, chunkCount, measures }: CorpusResult): string {
  const rows = measures.map(({ mode, hitAt1, hitAt3, meanReciprocalRank }) => {
    return `| ${mode} | ${(100 * hitAt1).toFixed(1)} | ${(100 * hitAt3).toFixed(1)} | ${meanReciprocalRank.toFixed(3)} |\n`;
  });
  const counts = `${corpus}: ${questionCount} questions, ${artifactCount} artifacts, ${chunkCount} chunks`;
  return `${counts}\n\n| mode | hit@1 | hit@3 | MRR |\n|---|---:|---:|---:|\n${rows.join('')}\n`;
}
