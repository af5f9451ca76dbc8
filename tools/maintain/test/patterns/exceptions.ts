/** Patterns that may take longer than linear time, reviewed: how long the texts are that they are given. */
export interface Exception {
  readonly file: string;
  /** Beginnings of the patterns, without the slash. */
  readonly patterns: readonly string[];
  readonly reason: string;
  /** Code that must be there for the reason to be true. */
  readonly limit: { readonly file: string; readonly code: string };
}

const TEXT = 'packages/text/src';
const CHUNKING = 'packages/chunking/src';
const PIPELINE = 'packages/pipeline/src';
const SEARCH = 'packages/search/src/retrieval';
const TOPICS = 'packages/topics/src/formats';

function limited(file: string, patterns: readonly string[], reason: string, code: string, codeFile = file): Exception {
  return { file, patterns, reason, limit: { file: codeFile, code } };
}

export const EXCEPTIONS: readonly Exception[] = [
  limited(
    'packages/artifacts/src/text/code-language.ts',
    [': (?:string', '^import '],
    'the first 50,000 characters of a file',
    'const LOOKED_AT = 50_000;',
  ),
  limited(
    `${CHUNKING}/artifacts/email-blocks.ts`,
    ['^-{2,}', '\\d.*<'],
    'beginnings of lines of at most 300 characters',
    'const LOOKED_AT = 300;',
    `${CHUNKING}/artifacts/text-lines.ts`,
  ),
  limited(`${CHUNKING}/explain-page/format-count.ts`, ['\\B'], 'the digits of a number', '(count: number'),
  limited(
    `${CHUNKING}/structural/heading-text.ts`,
    ['[\\\\*`~]|'],
    'four parts of at most 4,000 characters',
    'const MAX_PART_LENGTH = 4000;',
  ),
  limited(
    `${CHUNKING}/structural/piece-cutter.ts`,
    ['[\\r\\n]+$'],
    'one line, which has one line end at most',
    'slice(starts[line]!, starts[line + 1]!).replace(',
  ),
  limited(
    `${CHUNKING}/two-tier/index-pages.ts`,
    [',?\\s*', '[,\\s]['],
    'lines of at most 360 bytes',
    '> 4 * MAX_ENTRY_LENGTH',
  ),
  limited(
    `${CHUNKING}/two-tier/plain-heading-line.ts`,
    ['^(part|', '^[\\p{Lu}'],
    'lines of at most 100 characters',
    'line.length > MAX_LENGTH',
  ),
  limited(
    `${CHUNKING}/two-tier/running-lines.ts`,
    ['^(.*?)[', '^(\\d{1,4})'],
    'lines of at most 120 characters',
    'edge.text.length > MAX_LENGTH',
  ),
  limited(
    'packages/pages/src/pagination/heading-anchors.ts',
    ['<[^>]*>'],
    'HTML in which each < is that of a tag, since micromark writes the others as entities',
    'micromark',
  ),
  limited(`${PIPELINE}/init/choose-sites.ts`, ['^\\.(?:'], 'a path, of at most 4,096 bytes', '.replace(/^\\.(?:'),
  limited(
    `${PIPELINE}/init/git-remote.ts`,
    ['\\[remote', '^(?:https?'],
    "git's own configuration of the user, which no clone brings with it",
    'textOfGit(view',
  ),
  limited(`${PIPELINE}/init/pages-yaml.ts`, ['^( *)\\['], 'YAML that the same function has just made', 'YamlDocument'),
  limited(
    `${PIPELINE}/questions/judge-question.ts`,
    ['\\b[a-z][a-z0-9+.-]*:', '\\b(?:[a-z0-9-]+\\.)+'],
    'questions of at most 200 characters',
    'question.length > MAX_QUESTION_LENGTH',
  ),
  limited(
    `${PIPELINE}/questions/judge-question.ts`,
    ['^(?:"([^"]+)"|'],
    'texts without two spaces in a row',
    "oneLine(text.normalize('NFC'))",
  ),
  limited(`${PIPELINE}/runner/files-by-folder.ts`, ['\\/?[^/]*$'], 'a path, of at most 4,096 bytes', '[^/]*$/'),
  limited(
    `${PIPELINE}/sites/docusaurus/pages.ts`,
    ['^(.*)(\\d{4}'],
    'a path, of at most 4,096 bytes',
    'DATED.exec(source.path)',
  ),
  limited(
    `${PIPELINE}/sources/site-links.ts`,
    ['^\\{\\{[<%]'],
    'addresses of at most 2,000 characters',
    'href.length > MAX_SHORTCODE_LENGTH',
  ),
  limited(`${PIPELINE}/sites/hugo/pages.ts`, [':(\\w+)'], "a pattern of the user's own configuration", 'permalinks'),
  limited(
    `${PIPELINE}/workspace/git-excludes.ts`,
    ['^[ \\t]*excludesfile'],
    "git's own configuration of the user, which no clone brings with it",
    'excludesfile',
  ),
  limited(`${SEARCH}/context-blocks.ts`, ['[^\\n]*\\n+|'], 'it matches wherever it starts', '|[^\\n]+$/g'),
  limited(
    `${SEARCH}/ranking/unfinished-word.ts`,
    ['[\\p{L}\\p{N}]['],
    'a query: of at most 2,000 characters from others',
    'query.length > MAX_QUERY_LENGTH',
    'packages/serve/src/docs-server/answer-search.ts',
  ),
  limited(
    `${TEXT}/hidden-text/find-hidden-text.ts`,
    ['[^.!?。！？]*', '\\b(?=\\w*'],
    'the first matches wherever it starts; the second reads sentences of at most 1,000 characters',
    'const MAX_SENTENCE = 1000;',
  ),
  limited(
    `${TEXT}/hidden-text/find-hidden-text.ts`,
    ['\\/\\*'],
    'attributes that end with the last end of a comment, so that each beginning finds one',
    "lastIndexOf('*/') + 2",
  ),
  limited(
    `${TEXT}/hidden-text/find-hidden-text.ts`,
    ['<[^>]*>'],
    'HTML that ends with the last >, so that each < finds one',
    "lastIndexOf('>') + 1",
  ),
  limited(
    `${TEXT}/hidden-text/model-phrases.ts`,
    ['(?<!\\b(?:if|', '\\b', '(?<!\\bto', '(?:\\b(?:att', '(?:^|[.!?', '^\\s*(?:@'],
    'sentences and parts of comments of at most 1,200 characters',
    'sentence.slice(from, from + MAX_SENTENCE)',
    `${TEXT}/hidden-text/find-hidden-text.ts`,
  ),
  limited(
    `${TEXT}/hidden-text/model-phrases-of-languages.ts`,
    ['(?:ИИ'],
    'sentences and parts of comments of at most 1,200 characters',
    'sentence.slice(from, from + MAX_SENTENCE)',
    `${TEXT}/hidden-text/find-hidden-text.ts`,
  ),
  limited(
    `${TEXT}/slugs/page-anchors.ts`,
    ['(?<!\\s)\\s*(?:\\{#', '(?<! )[ ]+'],
    'headings of at most 2,000 characters',
    'text.length > MAX_LENGTH',
  ),
  limited(
    `${TEXT}/markdown/dialects/scan-markdown.ts`,
    ['(?<!`)(?<ticks>'],
    'headings of at most 1,000 characters',
    'heading.length > MAX_LENGTH',
  ),
  limited(
    `${TOPICS}/describe-reference.ts`,
    ['^[ \\t]*(?:import'],
    'lines of at most 1,000 characters',
    'line.length <= MAX_INSTRUCTION_LENGTH && INSTRUCTION',
  ),
  limited(
    `${TOPICS}/front-matter-text.ts`,
    ['(?<!\\x60)(?<ticks>'],
    'texts of at most 4,000 characters',
    'written.length <= MAX_LENGTH ? reduce',
  ),
  limited(`${TOPICS}/plain-text.ts`, ['\\\\(?<escaped>'], 'texts of at most 4,000 characters', 'slice(0, MAX_LENGTH)'),
  limited(
    `${TOPICS}/text-lines.ts`,
    ['[\\r\\n]+$'],
    'one line, which has one line end at most',
    'scan.starts[line + 1]!).replace(',
  ),
  limited(
    `${TOPICS}/topic-spec/generated-sections.ts`,
    ['[\\r\\n]+$'],
    'one line, which has one line end at most',
    'slice(start, starts[i + 1]).replace(',
  ),
];
