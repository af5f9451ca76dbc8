import { parse } from 'yaml';
import { FILES, GENERATED, read } from './repository.mjs';

/** Files with text that people or models read: prose, messages, help, comments. */
const PROSE = /\.(?:md|[cm]?[jt]sx?|json|ya?ml|css|html)$/;

/** Generated from text that is checked at its source, not written by us, or the list of phrases itself. */
const DERIVED = [
  GENERATED,
  /^schemas\/|^retrieval-baseline\.json$|(?:^|\/)package-lock\.json$|^tools\/lint\/(?:phrases\.yaml|plain-english\.mjs|test\/phrases)/,
  // What readers say and ask, in their words; figures were measured with these.
  /^packages\/search\/src\/thesaurus\/(?:lines|descriptions)\.ts$|^docs\/.*model-questions\.md$|^tools\/measure\/questions\//,
];

/** Phrases that are right where they are: path, text, and why. */
const ALLOWED = [
  ['packages/chunking/test/strategy-versions/', /stood|stands/, 'a sample whose chunks are recorded by their hash'],
  ['packages/pages/src/pagination/', /settled/, 'a settled promise is the term of the language'],
  ['packages/topics/src/formats/', /hold/, 'written into every words.md'],
  ['packages/topics/src/keywords/', /hold|stood/, 'words that are general'],
  ['packages/text/src/stop-words', /behind|beside/, 'stop words'],
  ['packages/text/test/stop-words', /behind/, 'a stop word'],
  ['packages/pipeline/test/steps/file-faults', /beside/, 'a word of a sample text'],
  ['packages/search/test/retrieval/assemble-context', /beside/, 'a word of a sample text'],
  ['packages/text/test/hidden-text/', /beside/, 'a word of a sample text'],
];

/** White space, including the marker that starts the next line of a comment or quote. */
const GAP = String.raw`\s+(?:(?:\*|//|#|>)[ \t]+)?`;

export const PHRASES = parse(read('tools/lint/phrases.yaml')).map((phrase) => ({
  ...phrase,
  expression: new RegExp(phrase.pattern.replaceAll(' ', GAP), 'gi'),
}));

/** No text contains a phrase of phrases.yaml. */
export function plainEnglish() {
  return FILES.filter((path) => PROSE.test(path) && !DERIVED.some((pattern) => pattern.test(path))).flatMap((path) =>
    findPhrases(path, read(path))
      .filter(({ text }) => !ALLOWED.some(([start, allowed]) => path.startsWith(start) && allowed.test(text)))
      .map(({ line, text, instead }) => `${path}:${line}: "${text}": write ${instead}`),
  );
}

/** The phrases in a file, in order. Code in markdown is skipped: what it quotes is checked at its source. */
export function findPhrases(path, text) {
  const prose = path.endsWith('.md') ? withoutCode(text) : text;
  return PHRASES.flatMap(({ expression, instead }) =>
    [...prose.matchAll(expression)].map((match) => ({
      line: prose.slice(0, match.index).split('\n').length,
      text: match[0].replace(/\s+/g, ' '),
      instead,
    })),
  ).sort((a, b) => a.line - b.line);
}

/** Replaces fenced blocks with empty lines and code spans with a placeholder, so that line numbers stay the same. */
function withoutCode(text) {
  return text
    .replace(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2[^\n]*$/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/(`+)(?!`)[^`\n]+\1/g, '`x`');
}
