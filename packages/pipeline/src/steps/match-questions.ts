import { counted, type Diagnostic } from '@topicmill/base/diagnostics';
import type { DocumentFile } from '@topicmill/base/files';
import { sum } from '@topicmill/base/sums';
import {
  type ChunksManifest,
  type MatchedPrompt,
  type QaPair,
  type QuestionSection,
  readModelQuestions,
  readQaPairs,
} from '@topicmill/topics/formats';
import { MODEL_QUESTIONS_FILE, QA_PAIRS_FILE, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { cosineSimilarity, fourDecimals, simHash64 } from '@topicmill/topics/similarity';
import type { EmbeddingResult, StepInputs, StepServices } from '../runner/index.js';
import { modelQuestionsRequest, questionsRequest, refusedText } from './embedding-requests.js';
import { type PlacedChunk, placeQuestions, placeSections, textFingerprint } from './place-questions.js';

/** The questions that each chunk answers. */
interface MatchedQuestions {
  /** For each chunk its questions, the nearest first. */
  readonly byChunk: readonly (readonly MatchedPrompt[])[];
  readonly embeddedCount: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the model refused a question, which is found by its words alone. */
  readonly isPartial: boolean;
}

/**
 * Gives the topic's questions to the chunks that answer them: those of people as `placeQuestions` finds these, those that
 * models wrote to the chunks that they are about.
 */
export async function matchQuestions(
  inputs: StepInputs,
  chunks: readonly PlacedChunk[],
  manifest: ChunksManifest,
  services: StepServices,
): Promise<MatchedQuestions> {
  const byChunk = chunks.map((): MatchedPrompt[] => []);
  if (!inputs.config.prompts.enabled) return { byChunk, ...NOTHING };
  const people = await matchPeoples(inputs, chunks, services, byChunk);
  const taken = byChunk.flat().map(({ question }) => question);
  const models = await matchModels(inputs, { chunks, manifest, taken }, services, byChunk);
  for (const matched of byChunk) matched.sort((a, b) => b.similarity - a.similarity);
  return {
    byChunk,
    embeddedCount: people.embeddedCount + models.embeddedCount,
    diagnostics: [...people.diagnostics, ...models.diagnostics],
    isPartial: people.isPartial || models.isPartial,
  };
}

type Matching = Omit<MatchedQuestions, 'byChunk'>;
const NOTHING: Matching = { embeddedCount: 0, diagnostics: [], isPartial: false };

async function matchPeoples(
  inputs: StepInputs,
  chunks: readonly PlacedChunk[],
  services: StepServices,
  byChunk: MatchedPrompt[][],
): Promise<Matching> {
  const file = inputs.file(QA_PAIRS_FILE);
  if (file === undefined) return NOTHING;
  const { pairs, diagnostics } = readQaPairs(file.text, inputs.displayPath(QA_PAIRS_FILE));
  const questions = differentPairs(pairs);
  const { vectors, refused, embeddedCount } = await services.embed({
    ...questionsRequest(file.bytes, questions, inputs.displayPath(QA_PAIRS_FILE)),
    ...EACH_BY_ITSELF,
  });
  const places = placeQuestions(
    questions.map((pair, at) => ({ ...pair, vector: vectors[at]! })),
    chunks,
    inputs.config.prompts,
  );
  for (const [at, { question }] of questions.entries()) {
    const hash = simHash64(question);
    for (const { index, similarity } of places[at]!) byChunk[index]!.push({ question, similarity, hash });
  }
  return {
    embeddedCount,
    diagnostics: [...diagnostics, ...refusedQuestions(refused, questions, inputs.displayPath(QA_PAIRS_FILE))],
    isPartial: refused.size > 0,
  };
}

interface QuestionedChunks {
  readonly chunks: readonly PlacedChunk[];
  readonly manifest: ChunksManifest;
  /** Questions that people wrote. */
  readonly taken: readonly string[];
}

async function matchModels(
  inputs: StepInputs,
  { chunks, manifest, taken }: QuestionedChunks,
  services: StepServices,
  byChunk: MatchedPrompt[][],
): Promise<Matching> {
  const file = inputs.file(MODEL_QUESTIONS_FILE);
  if (file === undefined) return NOTHING;
  const show = inputs.displayPath(MODEL_QUESTIONS_FILE);
  const document = { id: inputs.folder.id, text: inputs.required(REFERENCE_FILE).text, manifest };
  const { questions, diagnostics } = await questionsOfModels(file.text, show, document, taken);
  const { vectors, refused, embeddedCount } = await services.embed({
    ...modelQuestionsRequest(file.bytes, questions, show),
    ...EACH_BY_ITSELF,
  });
  for (const [at, { question, origin, chunk }] of questions.entries()) {
    byChunk[chunk]!.push({
      question,
      similarity: fourDecimals(cosineSimilarity(vectors[at]!, chunks[chunk]!.vector)),
      hash: simHash64(question),
      ...(origin === undefined ? {} : { origin }),
    });
  }
  return {
    embeddedCount,
    diagnostics: [...diagnostics, ...refusedQuestions(refused, questions, show)],
    isPartial: refused.size > 0,
  };
}

const EACH_BY_ITSELF = { allowsRefusals: true, asksAgain: true } as const;

function refusedQuestions(
  refused: EmbeddingResult['refused'],
  questions: readonly Pick<QaPair, 'line'>[],
  file: string,
): Diagnostic[] {
  return [...refused].map(([at, { message }]) =>
    refusedText(`${message} It takes other texts, so this question alone has no vector.`, file, questions[at]!.line),
  );
}

/** Each question once, with its first answer. */
export function differentPairs(pairs: readonly QaPair[]): QaPair[] {
  const known = new Set<string>();
  return pairs.filter(({ question }) => known.size < known.add(question).size);
}

/** The answers of a topic's questions by question; none where there is no file. */
export function answersByQuestion(file: DocumentFile | undefined, displayPath: string): ReadonlyMap<string, string> {
  if (file === undefined) return new Map();
  const pairs = differentPairs(readQaPairs(file.text, displayPath).pairs);
  return new Map(pairs.map(({ question, answer }) => [question, answer]));
}

/** A question of that file with the chunk that it is about. */
export interface ModelQuestion {
  readonly question: string;
  /** `undefined` for one that a person wrote or changed. */
  readonly origin: 'model' | undefined;
  /** Index of the chunk. */
  readonly chunk: number;
  /** 1-based. */
  readonly line: number;
}

/** The document that questions are about. */
export interface QuestionedDocument {
  readonly id: string;
  readonly text: string;
  readonly manifest: ChunksManifest;
}

/**
 * The questions of a file, each with its chunk. Those about a chunk that is gone count for the chunk that they wait for, with
 * a warning `QUESTIONS_WAITING`.
 *
 * @param taken questions that people wrote elsewhere, which count once
 * @throws FaultsError `MODEL_QUESTIONS_INVALID`
 */
export async function questionsOfModels(
  text: string,
  file: string,
  document: QuestionedDocument,
  taken: readonly string[],
): Promise<{ questions: ModelQuestion[]; diagnostics: readonly Diagnostic[] }> {
  const { manifestChunkKeys } = await import('../chunk-files/index.js');
  const { sections, diagnostics } = readModelQuestions(text, file);
  const keys = manifestChunkKeys(document.manifest, document.id, document.text);
  const { byChunk, waiting } = placeSections(
    sections,
    document.manifest.chunks.map(({ start, end }, at) => {
      const ownText = document.text.slice(start, end);
      return { key: keys[at]!, ownText, textHash: textFingerprint(ownText) };
    }),
  );
  const known = new Set(taken);
  const questionsIn = (section: QuestionSection, chunk: number): ModelQuestion[] =>
    section.questions.flatMap(({ text: question, isUnchanged, line }): ModelQuestion[] => {
      if (known.has(question)) return [];
      known.add(question);
      return [{ question, origin: isUnchanged ? 'model' : undefined, chunk, line: line + 1 }];
    });
  const own = byChunk.flatMap((match, chunk) => (match === undefined ? [] : questionsIn(match.section, chunk)));
  const others = waiting.flatMap((some, chunk) => some.flatMap((section) => questionsIn(section, chunk)));
  return { questions: [...own, ...others], diagnostics: [...diagnostics, ...waitingDiagnostics(waiting.flat(), file)] };
}

function waitingDiagnostics(waiting: readonly QuestionSection[], file: string): Diagnostic[] {
  const count = sum(waiting.map(({ questions }) => questions.length));
  if (count === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'QUESTIONS_WAITING',
      message: `${counted(count, 'question')} about chunks that are gone ${count === 1 ? 'counts' : 'count'} for the chunk of the page that fits best until somebody looks at ${count === 1 ? 'it' : 'them'}.`,
      file,
      line: Math.min(...waiting.map(({ line }) => line)) + 1,
      remedy:
        'Run `topicmill questions todo`, which lists those of models as earlier questions; move or delete those that you wrote.',
      extent: count,
    },
  ];
}
