import { counted, type Diagnostic } from '@topicmill/base/diagnostics';
import { sum } from '@topicmill/base/sums';
import { type ChunksManifest, type QuestionSection, readModelQuestions } from '@topicmill/topics/formats';
import { OwnText } from './own-text.js';
import { placeSections } from './place-sections.js';

/** A question of that file with the chunk that it is about. */
export interface ModelQuestion {
  readonly question: string;
  /** `undefined` for one that a person wrote or changed. */
  readonly origin: 'model' | undefined;
  /** Index of the chunk. */
  readonly chunk: number;
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
    document.manifest.chunks.map(({ start, end }, at) => ({
      key: keys[at]!,
      ownText: new OwnText(document.text.slice(start, end)),
    })),
  );
  const known = new Set(taken);
  const questionsIn = (section: QuestionSection, chunk: number): ModelQuestion[] =>
    section.questions.flatMap(({ text: question, isUnchanged }): ModelQuestion[] => {
      if (known.has(question)) return [];
      known.add(question);
      return [{ question, origin: isUnchanged ? 'model' : undefined, chunk }];
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
