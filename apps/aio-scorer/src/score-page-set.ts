import { throwFaults } from '@topicmill/base/diagnostics';
import { readDocument, readTextIfExists, writeFileIfChanged } from '@topicmill/base/files';
import {
  createEmbedder,
  createTextGenerator,
  type EmbedderSettings,
  keepAnswers,
} from '@topicmill/embedding/llm-infrastructure';
import {
  consecutiveSuccesses,
  extractiveReader,
  formatHistoryLine,
  type MetricName,
  modelReader,
  questionsAbout,
  type Reader,
  readQuestions,
  type ScoreReport,
  scorePages,
} from '@topicmill/pages/page-scoring';
import { joinedDocument, manifestPath, readPageSet, readPages } from '@topicmill/pages/page-store';
import { loadTokenCounter, type TokenCounterName } from '@topicmill/text/tokens';

/** What is scored, and how. Paths are absolute; errors show the `display` form of each. */
export interface ScoreOptions {
  /** A `chunks.json`, or its folder. */
  readonly manifest: string;
  readonly displayManifest: string;
  /** The file of questions. */
  readonly queries: string;
  readonly displayQueries: string;
  /** `extractive`, a reader without a model; `openai:<model>`; `ollama:<model>`; a bare name is an OpenAI model. */
  readonly model: string;
  /** Thresholds of the metrics to measure. */
  readonly thresholds: Partial<Readonly<Record<MetricName, number>>>;
  /** Name of the embedder that compares answers by meaning; `none` compares words only. */
  readonly embedder: string;
  /** Cache of the model's answers, so that a stopped run can continue; without it every question is asked again. */
  readonly answersFolder?: string | undefined;
  /** Path of it that errors name. */
  readonly displayAnswers?: string | undefined;
  /** Whether the start page is also read alone. */
  readonly comparesFirstPage?: boolean;
  /** Environment, clock and retries of the model and the embedder. */
  readonly settings: EmbedderSettings;
  /** Tokens of the model's prompt and answer together. Default: what is known about the model. */
  readonly contextTokens?: number | undefined;
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
  readonly onQuestion?: ((done: number, all: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PLAIN_TOKENIZER: TokenCounterName = 'cl100k_base';

/**
 * Scores a published set of pages with a file of questions.
 *
 * @throws FaultsError `CT_…` for a broken graph, before the model is asked;
 *   `QUERIES_INVALID`; TopicmillError `PAGES_MANIFEST_INVALID`, `FILE_UNREADABLE`, `GENERATOR_…`, `EMBEDDER_…`
 */
export async function scorePageSet(options: ScoreOptions): Promise<ScoreReport> {
  const { manifest, displayManifest, displayQueries, now = () => performance.now() } = options;
  const set = readPageSet(manifest, displayManifest);
  throwFaults(set.graphFaults);
  const questions = readQuestions(readDocument(options.queries, displayQueries).text, displayQueries);
  const about = set.found.kind === 'set' ? set.found.manifest : undefined;
  const counter = await loadTokenCounter(about?.tokenizer ?? PLAIN_TOKENIZER);
  const pages = readPages(set, manifest, displayManifest);
  const { embedder } = options;
  return scorePages({
    pages,
    document: joinedDocument(set, pages),
    questions: questionsAbout(questions, about?.source),
    reader: createReader(options, now, counter),
    counter,
    embedder: embedder === 'none' ? undefined : createEmbedder(embedder, options.settings),
    thresholds: options.thresholds,
    comparesFirstPage: options.comparesFirstPage ?? false,
    now,
    file: manifestPath(displayManifest),
    questionsFile: displayQueries,
    source: about?.source,
    set: about?.set,
    onQuestion: options.onQuestion,
    signal: options.signal,
  });
}

function createReader(
  { model, settings, contextTokens, answersFolder, displayAnswers }: ScoreOptions,
  now: () => number,
  counter: Parameters<typeof modelReader>[1],
): Reader {
  if (model === 'extractive') return extractiveReader(now);
  const generator = createTextGenerator(model, { ...settings, contextTokens });
  const kept =
    answersFolder === undefined ? generator : keepAnswers(generator, answersFolder, displayAnswers ?? answersFolder);
  return modelReader(kept, counter);
}

/**
 * Appends a run to a history, a file of JSON lines.
 *
 * @returns number of passed runs of the document in a row, including this one
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `FILE_UNWRITABLE`
 */
export function recordRun(path: string, displayPath: string, report: ScoreReport): number {
  const before = readTextIfExists(path, displayPath) ?? '';
  // An incomplete line left by a killed writer stays a line of its own.
  const separator = before === '' || before.endsWith('\n') ? '' : '\n';
  const history = before + separator + formatHistoryLine(report);
  writeFileIfChanged(path, history, displayPath);
  return consecutiveSuccesses(history, report.source);
}
