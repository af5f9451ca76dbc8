import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type ChunksManifest, matchSections, readModelQuestions } from '@topicmill/topics/formats';

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

const TEXT_DIGITS = 16;

/** How sections of questions name the text of a chunk. */
export function chunkTextName(sha256: string): string {
  return sha256.slice(0, TEXT_DIGITS);
}

/**
 * The questions of a file, each with its chunk; those about chunks that are gone are left out.
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
  const chunks = document.manifest.chunks.map(({ sha256 }, at) => ({ key: keys[at]!, text: chunkTextName(sha256) }));
  const known = new Set(taken);
  const questions = matchSections(sections, chunks).byChunk.flatMap((match, chunk) =>
    (match?.section.questions ?? []).flatMap(({ text: question, isUnchanged }): ModelQuestion[] => {
      if (known.has(question)) return [];
      known.add(question);
      return [{ question, origin: isUnchanged ? 'model' : undefined, chunk }];
    }),
  );
  return { questions, diagnostics };
}
