import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Block } from '@topicmill/chunking';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { type CodeLanguage, isDense, likelyLanguages } from './code-language.js';
import { syntaxBlocks } from './syntax-blocks.js';

const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Parses a source file and reads its tree, which is gone when `read` returns. Offsets are UTF-16 offsets in the text.
 *
 * @param read is told how many characters the grammar could not make sense of
 */
async function parseCode<T>(
  text: string,
  language: CodeLanguage,
  read: (root: Node, errorLength: number) => T,
): Promise<T> {
  const grammar = await loadGrammar(language);
  const parser = new Parser();
  try {
    parser.setLanguage(grammar);
    const tree = parser.parse(parsable(text))!;
    try {
      return read(tree.rootNode, errorLengthOf(tree.rootNode));
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}

/** A text of the same length without the characters at which the lexers stop. */
function parsable(text: string): string {
  return text.replaceAll('\0', ' ').replace(LONE_SURROGATE, '\ufffd');
}

function errorLengthOf(root: Node): number {
  if (!root.hasError) return 0;
  let length = 0;
  let covered = 0;
  for (const { id, startIndex, endIndex } of root.descendantsOfType('ERROR')) {
    if (id === root.id || endIndex <= covered) continue;
    length += endIndex - startIndex;
    covered = endIndex;
  }
  return root.type === 'ERROR' ? Math.max(length, (root.endIndex - root.startIndex) / 10) : length;
}

const require = createRequire(import.meta.url);
const grammarFolder = dirname(require.resolve('@vscode/tree-sitter-wasm'));
const loading = new Map<CodeLanguage, Promise<Language>>();
let starting: Promise<void> | undefined;

/** The grammar of a language, loaded on first use. */
function loadGrammar(language: CodeLanguage): Promise<Language> {
  const grammar = loading.get(language) ?? load(language);
  loading.set(language, grammar);
  return grammar;
}

async function load(language: CodeLanguage): Promise<Language> {
  starting ??= Parser.init();
  await starting;
  return Language.load(join(grammarFolder, `tree-sitter-${language}.wasm`));
}

/** What was found in a source file. */
interface CodeBlocks {
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
  const sample = sampleLines(text);
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
function sampleLines(text: string): string {
  if (text.length <= SAMPLE_LENGTH || isDense(text)) return text;
  return text.slice(0, text.lastIndexOf('\n', SAMPLE_LENGTH) + 1);
}
