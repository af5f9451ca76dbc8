import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPhrases } from './find-phrases.js';
import { PHRASES } from './phrases.js';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** Files with text that people or models read: prose, messages, help, comments. */
const PROSE = /\.(?:md|[cm]?[jt]sx?|json|ya?ml|css|html)$/;

/** Generated from text that is checked at its source, not written by us, or this list itself. */
const DERIVED = [
  /(?:^|\/)fixtures\//,
  /^docs\/.*(?:_chunks|_keywords)\//,
  /^docs\/(?:.*\/)?(?:topic-spec\.md|index\.json|related\.json)$/,
  /^schemas\//,
  /^retrieval-baseline\.json$/,
  /(?:^|\/)package-lock\.json$/,
  /^tools\/report-prompts\/report\//,
  /^packages\/base\/test\/plain-english\//,
  // Texts by others, and made-up ones, in which hidden text is looked for.
  /^tools\/measure\/hidden-text\//,
  // What readers say, in their words.
  /^packages\/search\/src\/thesaurus\/(?:lines|descriptions)\.ts$/,
  // What readers ask, in the words that they would use.
  /^docs\/.*model-questions\.md$/,
  // The same; figures were measured with these.
  /^tools\/measure\/questions\/(?:passages\/|[^/]+\/(?:pages\.expansions\.json|readers\.orders\.json|(?:everyday\.second|terms)\.questions\.yaml)$)/,
];

/** A phrase that is right where it is, with the reason. */
const ALLOWED: readonly { path: string; text: string; reason: string }[] = [
  ...['stood', 'stands'].map((text) => ({
    path: 'packages/chunking/test/strategy-versions/strategy-versions.test.ts',
    text,
    reason: 'a sample whose chunks are recorded by their hash',
  })),
  {
    path: 'packages/pages/src/pagination/model-summaries.ts',
    text: 'settled',
    reason: 'a settled promise is the term of the language',
  },
  ...['hugo', 'zola', 'pnpm', 'starlight'].map((site) => ({
    path: `tools/measure/questions/${site}/everyday.questions.yaml`,
    text: 'beside',
    reason: 'a question as it was asked: measured figures depend on its words',
  })),
  { path: 'packages/topics/src/formats/words-file.ts', text: 'hold', reason: 'written into every words.md' },
  ...['hold', 'stood'].map((text) => ({
    path: 'packages/topics/src/keywords/general-words.ts',
    text,
    reason: 'a word that is general',
  })),
  ...['behind', 'beside'].map((text) => ({
    path: 'packages/text/src/stop-words/stop-words.ts',
    text,
    reason: 'a stop word',
  })),
  ...[
    'packages/pipeline/test/steps/file-faults.test.ts',
    'packages/search/test/retrieval/assemble-context.test.ts',
    'packages/text/test/hidden-text/find-hidden-text.test.ts',
  ].map((path) => ({ path, text: 'beside', reason: 'a word of a sample text' })),
  { path: 'packages/text/test/stop-words/stop-words.test.ts', text: 'behind', reason: 'a stop word' },
  {
    path: 'tools/measure/questions/caddy/everyday.questions.yaml',
    text: 'behind',
    reason: 'a question as it was asked: measured figures depend on its words',
  },
  ...[
    ['handbook', 'hold'],
    ['handbook', 'behind'],
    ['inquiry', 'What became of'],
    ['inquiry', 'settled'],
    ['inquiry', 'handed out'],
    ['novel', 'What became of'],
  ].map(([name, text]) => ({
    path: `tools/measure/questions/passages/${name}.passages.json`,
    text: text!,
    reason: 'a question as it was asked: measured figures depend on its words',
  })),
];

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: REPOSITORY,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => PROSE.test(path) && !DERIVED.some((pattern) => pattern.test(path)))
  .filter((path) => existsSync(join(REPOSITORY, path)));

const findings = files.flatMap((path) =>
  findPhrases(path, readFileSync(join(REPOSITORY, path), 'utf8'))
    .filter(({ text }) => !ALLOWED.some((allowed) => allowed.path === path && allowed.text === text))
    .map(({ line, text, instead }) => `${path}:${line} "${text}" → ${instead}`),
);

describe('a phrase to avoid', () => {
  it.each(PHRASES)('is found, and its neighbour is not: $found', ({ pattern, found, fine }) => {
    expect(findPhrases('a.ts', `/** ${found} */`).length, pattern).toBeGreaterThan(0);
    expect(findPhrases('a.ts', `/** ${fine} */`)).toEqual([]);
  });

  it('is found across the lines of a comment, and not in code that markdown quotes', () => {
    expect(findPhrases('a.ts', '/**\n * What it hangs\n * on.\n */')).toMatchObject([{ line: 2 }]);
    expect(findPhrases('a.md', '```text\nput back a file\n```\n\nThe call `settle` returns.\n')).toEqual([]);
  });
});

it('no text contains a phrase to avoid', () => {
  expect(findings).toEqual([]);
});
