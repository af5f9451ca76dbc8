import { FaultsError } from '@topicmill/base/diagnostics';
import { readDocument } from '@topicmill/base/files';
import {
  createEmbedder,
  createTextGenerator,
  type GeneratorSettings,
  keepAnswers,
} from '@topicmill/embedding/llm-infrastructure';
import {
  extractiveReader,
  type MetricName,
  modelReader,
  questionsOf,
  type Reader,
  readQuestions,
  type ScoreReport,
  scorePages,
} from '@topicmill/pages/page-scoring';
import { joinedDocument, manifestPath, readPageSet, readPages } from '@topicmill/pages/page-store';
import { loadTokenCounter, type TokenCounterName } from '@topicmill/text/tokens';

/** What is scored, and how. Paths are absolute, each with the form in which errors show it. */
export interface ScoreOptions {
  /** A `chunks.json`, or the folder that holds it. */
  readonly manifest: string;
  readonly displayManifest: string;
  /** The file of questions. */
  readonly queries: string;
  readonly displayQueries: string;
  /** `extractive`, a reader without a model; `openai:<model>`; `ollama:<model>`; a bare name is OpenAI's. */
  readonly model: string;
  /** What each metric that counts must reach; the others are not measured. */
  readonly thresholds: Partial<Readonly<Record<MetricName, number>>>;
  /** What compares answers by meaning, named as embedders are; `none` compares words alone. */
  readonly embedder: string;
  /** Folder that keeps the model's answers, so that a run that was interrupted goes on; without it all is asked anew. */
  readonly answersFolder?: string | undefined;
  /** Whether the start page is read alone too. */
  readonly comparesFirstPage?: boolean;
  /** Environment, clock and patience of the model and the embedder, and the model's context where it is not known. */
  readonly settings: GeneratorSettings;
  /** Milliseconds of a clock that only goes on. Default: `performance.now`. */
  readonly now?: () => number;
  readonly onQuestion?: ((done: number, all: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PLAIN_TOKENIZER: TokenCounterName = 'cl100k_base';

/**
 * Scores a published set of pages by a file of questions.
 *
 * @throws FaultsError `CT_…` for a broken graph, before a model is asked and before the questions are read;
 *   `QUERIES_INVALID`; TopicmillError `PAGES_MANIFEST_INVALID`, `FILE_UNREADABLE`, `GENERATOR_…`, `EMBEDDER_…`
 */
export async function scorePageSet(options: ScoreOptions): Promise<ScoreReport> {
  const { manifest, displayManifest, displayQueries, now = () => performance.now() } = options;
  const set = readPageSet(manifest, displayManifest);
  const [fault, ...others] = set.graphFaults;
  if (fault !== undefined) throw new FaultsError([fault, ...others]);
  const questions = readQuestions(readDocument(options.queries, displayQueries).text, displayQueries);
  const about = set.found.kind === 'set' ? set.found.manifest : undefined;
  const counter = await loadTokenCounter(about?.tokenizer ?? PLAIN_TOKENIZER);
  const pages = readPages(set, manifest);
  const { embedder } = options;
  return scorePages({
    pages,
    document: joinedDocument(set, pages),
    questions: questionsOf(questions, about?.source),
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
  { model, settings, answersFolder }: ScoreOptions,
  now: () => number,
  counter: Parameters<typeof modelReader>[1],
): Reader {
  if (model === 'extractive') return extractiveReader(now);
  const generator = createTextGenerator(model, settings);
  return modelReader(answersFolder === undefined ? generator : keepAnswers(generator, answersFolder), counter);
}
