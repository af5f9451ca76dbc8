import { languageOfScript } from './language-of-script.js';

/** Creating one takes longer than segmenting most texts. */
const segmenters = new Map<string, Intl.Segmenter>();

/**
 * The engine's segmenter for the language of a text, as far as its script tells: Greek ends questions with a semicolon,
 * and some scripts have no spaces between words. English for all other scripts.
 */
export function segmenterFor(text: string, granularity: 'sentence' | 'word'): Intl.Segmenter {
  const language = languageOfScript(text) ?? 'eng';
  const key = `${language} ${granularity}`;
  let segmenter = segmenters.get(key);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity });
    segmenters.set(key, segmenter);
  }
  return segmenter;
}
