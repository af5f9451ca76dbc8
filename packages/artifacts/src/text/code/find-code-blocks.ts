import type { Block } from '@topicmill/chunking';
import { type CodeLanguage, isDense, likelyLanguages } from './code-language.js';
import { parseCode } from './parse-code.js';
import { syntaxBlocks } from './syntax-blocks.js';

/** What was found in a source file. */
export interface CodeBlocks {
  /** `undefined` when the text is not of a language that is known. */
  readonly language: CodeLanguage | undefined;
  readonly blocks: readonly Block[];
}

const MAX_LENGTH = 20_000_000;
/** Length of the beginning of a text from which its language is detected. */
const SAMPLE_LENGTH = 50_000;
const MAX_TRIES = 3;
const GOOD_ERROR_SHARE = 0.005;
const MAX_ERROR_SHARE = 0.3;

/**
 * Finds the functions, classes and other statements of a source file. The language is the likeliest one whose grammar
 * takes the text: what a file contains decides, not its name, so that the same text is always split in the same places.
 * Files above 20 million characters are not looked into.
 */
export async function findCodeBlocks(text: string): Promise<CodeBlocks> {
  const language = text.length > MAX_LENGTH ? undefined : await languageOf(text);
  if (language === undefined) return { language, blocks: [] };
  const blocks = await parseCode(text, language, (root) => syntaxBlocks(text, root, isDense(text)));
  return { language, blocks };
}

async function languageOf(text: string): Promise<CodeLanguage | undefined> {
  const sample = sampleOf(text);
  let best: CodeLanguage | undefined;
  let leastErrorShare = MAX_ERROR_SHARE;
  for (const language of likelyLanguages(sample).slice(0, MAX_TRIES)) {
    const errorShare = await parseCode(sample, language, (_, errorLength) => errorLength / sample.length);
    if (errorShare < leastErrorShare) {
      leastErrorShare = errorShare;
      best = language;
    }
    if (errorShare < GOOD_ERROR_SHARE) break;
  }
  return best;
}

/** Whole lines from the beginning of a text; of one without lines all of it, since no grammar takes half a statement. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE_LENGTH || isDense(text)) return text;
  return text.slice(0, text.lastIndexOf('\n', SAMPLE_LENGTH) + 1);
}
