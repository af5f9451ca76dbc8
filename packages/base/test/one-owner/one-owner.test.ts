import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const ARCHITECTURE = readFileSync(join(REPOSITORY, 'ARCHITECTURE.md'), 'utf8');

interface Idea {
  readonly name: string;
  /** Beginnings of paths, all of which ARCHITECTURE.md names. */
  readonly owners: readonly string[];
  /** What code contains that does it itself. */
  readonly sign: RegExp;
}

const IDEAS: readonly Idea[] = [
  {
    name: 'segmenters',
    owners: ['packages/text/src/scripts.ts'],
    sign: /new Intl\.Segmenter\((?!'en', \{ granularity: 'grapheme' \})/,
  },
  { name: 'FNV hashes', owners: ['packages/text/src/hashes.ts'], sign: /0x0?1000193|16_?777_?619|0x811c_?9dc5/i },
  { name: 'escaping of HTML', owners: ['packages/text/src/html'], sign: /&lt;/ },
  { name: 'frames of HTML pages', owners: ['packages/text/src/html'], sign: /<!doctype html>/i },
  { name: 'slugs', owners: ['packages/text/src/slugs'], sign: /from 'github-slugger'/ },
  { name: 'stems', owners: ['packages/text/src/words.ts'], sign: /\bstemWord\w*\(\w+: string/ },
  { name: 'lists of stop words', owners: ['packages/text/src/stop-words'], sign: /from 'stopword'|module 'stopword'/ },
  { name: 'abbreviations', owners: ['packages/text/src/sentences.ts'], sign: /\|(?:\[Ee\]|e)tc\|/ },
  {
    name: 'interfaces of embedders',
    owners: ['packages/text/src/embedder.ts'],
    sign: /interface (?!ModelEmbedder extends Embedder|QueryEmbedder)\w*Embedder\b/,
  },
  { name: 'rotations of vectors', owners: ['packages/topics/src/similarity'], sign: /hadamard/i },
  {
    name: 'facts of a chunk in code and in JSON',
    owners: ['packages/topics/src/formats/chunk-facts.ts'],
    sign: /isCode: is_code|is_code: isCode/,
  },
  {
    name: 'records',
    owners: ['packages/chunking/src/records/record-schema.ts'],
    sign: /(?:export type|interface) ChunkRecord\b/,
  },
  {
    name: 'snippets',
    owners: ['packages/search/src/retrieval/find-snippet.ts', 'packages/artifacts/src/store/hit-list.ts'],
    sign: /function \w*Snippet\(text: string/,
  },
  {
    name: 'connections to PostgreSQL',
    owners: ['packages/base/src/postgres'],
    sign: /from 'pg'|query\('COMMIT'\)/,
  },
  {
    name: 'texts on one line',
    owners: ['packages/text/src/white-space.ts'],
    sign: /\.replace(?:All)?\(\/\\s\+\/gu?, ' '\)/,
  },
  {
    name: 'lower case of any width',
    owners: ['packages/text/src/words.ts'],
    sign: /\('NFKC'\)\.toLowerCase/,
  },
  {
    name: 'sums',
    owners: ['packages/base/src/sums'],
    sign: /\bsum\w* = \(\w+: readonly number\[\]\)|function sum\w*\(\w+: readonly number\[\]\)/,
  },
  {
    name: 'orders by code unit',
    owners: ['packages/base/src/order'],
    sign: /\b([\w.]+) < [\w.]+ \? -1 : (?:\1 > [\w.]+ \? 1 : 0|1\)|Number\(\1)|=== \w+ \? 0 : \w+ < \w+ \? -1 : 1/,
  },
  {
    name: 'parsers of JSON that may be broken',
    owners: ['packages/base/src/json'],
    sign: /return JSON\.parse\(\w+\)(?: as unknown)?;\s*\} catch \{\s*return undefined/,
  },
  {
    name: 'JSON as it is written',
    owners: ['packages/base/src/json'],
    sign: /JSON\.stringify\([^`]*?, null, 2\)\}\\n`/,
  },
  {
    name: 'what an object is',
    owners: ['packages/base/src/json'],
    sign: /(\w+) === 'object' && \1 !== null && !Array\.isArray/,
  },
  {
    name: 'percent-encoding of paths',
    owners: ['packages/base/src/paths'],
    sign: /map\(encodeURIComponent\)|return decodeURIComponent\((\w+)\);\s*\} catch \{\s*return \1;/,
  },
  {
    name: 'relative references',
    owners: ['packages/base/src/paths'],
    sign: /=== '\.\.'\) \w+\.pop\(\)|isStepUp/,
  },
  { name: 'names of paths', owners: ['packages/base/src/paths'], sign: /(\w+)\.slice\(\1\.lastIndexOf\('\/'\) \+ 1\)/ },
  {
    name: 'faults thrown together',
    owners: ['packages/base/src/diagnostics/faults-error.ts'],
    sign: /if \(\w+ !== undefined\) throw new FaultsError\(/,
  },
  {
    name: 'numbers as they are published',
    owners: ['packages/topics/src/similarity'],
    sign: /Math\.round\(\w+ \* 10_?000\) \/ 10_?000/,
  },
  { name: 'breadcrumbs', owners: ['packages/text/src/markdown/heading-text.ts'], sign: /' > '/ },
  {
    name: 'rank fusion',
    owners: ['packages/search/src/retrieval/ranking/reciprocal-rank-fusion.ts'],
    sign: /\bRRF_K\b|\b60 \+ (?:rank|place)\b/,
  },
  {
    name: 'names of files',
    owners: ['packages/topics/src/formats/file-names.ts'],
    sign: /'(?:golden-reference|model-questions|qa-pairs|topic-spec)\.md'|'related\.json'/,
  },
  { name: 'parsers of YAML', owners: ['packages/base/src/yaml'], sign: /\bparse\w*\b[^}]*\} from 'yaml'/ },
  {
    name: 'paths below the docs root',
    owners: ['packages/topics/src/formats/file-names.ts'],
    sign: /(\w+) === '' \? [\w.()]+ : `\$\{\1\}\//,
  },
  { name: 'results of MCP tools', owners: ['packages/serve/src/mcp/tool-protocol.ts'], sign: /isError: true/ },
  {
    name: 'bytes of stored vectors',
    owners: ['packages/artifacts/src/store/column-values.ts'],
    sign: /vector\.byteOffset/,
  },
  {
    name: 'parsers of markdown',
    owners: [
      'packages/text/src/slugs/page-anchors.ts',
      'packages/chunking/src/structural/heading-parser.ts',
      'packages/pages/src/pagination',
      'packages/pipeline/src/sites/summary.ts',
      'packages/serve/src/viewer/app/markdown',
    ],
    sign: /from '(?:mdast-util-from-markdown|micromark(?:-[^']+)?|markdown-it|remark-parse|unified|marked|commonmark)'/,
  },
];

const sources = execFileSync('git', ['ls-files', '-z', '--', 'packages/*/src/*', 'apps/*/src/*'], {
  cwd: REPOSITORY,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') }));

it.each(IDEAS)('$name are written by their owners alone, whom ARCHITECTURE.md names', ({ owners, sign }) => {
  const found = sources.filter(({ text }) => sign.test(text)).map(({ path }) => path);
  const isOf = (owner: string) => (path: string) => path === owner || path.startsWith(`${owner}/`);
  expect(found.filter((path) => !owners.some((owner) => isOf(owner)(path)))).toEqual([]);
  for (const owner of owners) {
    expect(found.some(isOf(owner)), owner).toBe(true);
    expect(ARCHITECTURE).toContain(`\`${owner}\``);
  }
});

it('every owner that ARCHITECTURE.md names exists', () => {
  const table = /## One owner for each idea\n([\s\S]*?)\n## /.exec(ARCHITECTURE)![1]!;
  const named = [...table.matchAll(/`(packages\/[^`]+)`/g)].map(([, path]) => path!);
  const missing = named.filter(
    (name) => !name.includes('/test/') && !sources.some(({ path }) => path === name || path.startsWith(`${name}/`)),
  );
  expect(missing).toEqual([]);
});
