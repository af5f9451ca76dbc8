import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import {
  extractiveReader,
  formatScores,
  formatThreshold,
  formatValue,
  isMiss,
  metricLabel,
  questionsAbout,
  quoted,
  readQuestions,
  type ScoreReport,
  scorePages,
} from '@topicmill/pages/page-scoring';
import { joinedDocument, type StoredPage } from '@topicmill/pages/page-store';
import { PAGES_MANIFEST, type PagesManifest, readPagesManifest } from '@topicmill/pages/pagination';
import { loadTokenCounter } from '@topicmill/text/tokens';
import type { StepInputs, StepResult, StepServices } from '../runner/index.js';
import { PAGE_QUERIES_FILE, PAGES_DIRECTORY, SCORES_PATH } from './target-files.js';

const MAX_SHOWN_QUESTIONS = 10;
const EMBEDDING_STRATEGY = 'page-answers';

/**
 * Asks the questions of a topic of its pages, by the reader that needs no model and no clock. Answers are compared by
 * the docs root's embedding model.
 *
 * @throws FaultsError `PAGE_SCORE_LOW` for each threshold that is missed, with the questions that fell short; `CT_…`
 *   for a broken graph; `QUERIES_INVALID`
 */
export async function runScore(inputs: StepInputs, services: StepServices): Promise<StepResult> {
  const manifestPath = `${PAGES_DIRECTORY}/${PAGES_MANIFEST}`;
  const displayManifest = inputs.displayPath(manifestPath);
  const found = readPagesManifest(inputs.required(manifestPath).text, displayManifest);
  if (found.kind === 'plain') throw new Error(`${displayManifest} was not written by this build`);
  const pages = pagesOf(found.manifest, inputs);
  const displayQueries = inputs.displayPath(PAGE_QUERIES_FILE);
  const queries = inputs.required(PAGE_QUERIES_FILE);
  const { f1, recall, pis } = inputs.config.score;
  let embeddedCount = 0;
  const report = await scorePages({
    pages,
    document: joinedDocument({ found, graphFaults: [] }, pages),
    questions: questionsAbout(readQuestions(queries.text, displayQueries), found.manifest.source),
    reader: extractiveReader(),
    counter: await loadTokenCounter(found.manifest.tokenizer),
    embedder: {
      model: services.model,
      async embed(texts) {
        const labels = texts.map((_, index) => `answer ${index + 1} to ${displayQueries}`);
        const sourceSha256 = sha256Hex(queries.bytes);
        const embedded = await services.embed({ strategy: EMBEDDING_STRATEGY, sourceSha256, texts, labels });
        embeddedCount = embedded.embeddedCount;
        return embedded.vectors;
      },
    },
    thresholds: { f1, recall, pis },
    comparesFirstPage: true,
    file: displayManifest,
    questionsFile: displayQueries,
    source: found.manifest.source,
    set: found.manifest.set,
  });
  throwFaults(shortcomings(report, inputs));
  return { files: new Map([[SCORES_PATH, formatScores(report)]]), diagnostics: [], embeddedCount };
}

function pagesOf(manifest: PagesManifest, inputs: StepInputs): StoredPage[] {
  return manifest.chunks.map(({ ct, file: name, sha256 }) => {
    const file = inputs.file(`${PAGES_DIRECTORY}/${name}`);
    return { ct, text: file?.text, isWhole: file !== undefined && sha256Hex(file.bytes) === sha256, hasComment: true };
  });
}

/** The thresholds that were missed, and the worst of the questions; nothing where all were met. */
function shortcomings(report: ScoreReport, inputs: StepInputs): Diagnostic[] {
  const file = inputs.displayPath(PAGE_QUERIES_FILE);
  const missed = report.metrics.filter(({ is_met: isMet }) => isMet === false);
  if (missed.length === 0) return [];
  const command = `npx aio-scorer --manifest ${inputs.displayPath(PAGES_DIRECTORY)} --queries ${file} --metrics f1,recall,pis --html scores.html`;
  const low = (message: string, line: number | undefined, remedy: string): Diagnostic => ({
    severity: 'error',
    code: 'PAGE_SCORE_LOW',
    message,
    file,
    ...(line === undefined ? {} : { line }),
    remedy,
  });
  const metrics = missed.map((result) => {
    const { metric, value } = result;
    const message = `${metricLabel(metric)} is ${formatValue(metric, value!)}, and must be ${formatThreshold(result)}.`;
    return low(message, undefined, `Run ${command} to see how each question was answered.`);
  });
  const worst = report.questions
    .filter((question) => isMiss(question, report))
    .sort((a, b) => a.pages.f1 - b.pages.f1 || a.line - b.line)
    .slice(0, MAX_SHOWN_QUESTIONS);
  const questions = worst.map(({ question, line, expected, pages, missing_passages: missing }) => {
    const lack = missing.length === 0 ? '' : `, ${missing.length} of the passages not found`;
    const answers = `Expected ${quoted(expected)}, found ${quoted(pages.answer)}.`;
    const message = `F1 ${pages.f1.toFixed(4)}${lack}: ${question} ${answers}`;
    return low(message, line, 'See that the pages still say it, and in words like those of the answer.');
  });
  return [...metrics, ...questions];
}
