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
    owners: ['packages/text/src/scripts'],
    sign: /new Intl\.Segmenter\((?!'en', \{ granularity: 'grapheme' \})/,
  },
  { name: 'FNV hashes', owners: ['packages/text/src/hashes'], sign: /0x0?1000193|16_?777_?619|0x811c_?9dc5/i },
  { name: 'escaping of HTML', owners: ['packages/text/src/html'], sign: /&lt;/ },
  { name: 'breadcrumbs', owners: ['packages/text/src/markdown/breadcrumb.ts'], sign: /' > '/ },
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
  { name: 'results of MCP tools', owners: ['packages/serve/src/mcp/tool-result.ts'], sign: /isError: true/ },
  {
    name: 'bytes of stored vectors',
    owners: ['packages/artifacts/src/store/vector-bytes.ts'],
    sign: /vector\.byteOffset/,
  },
  {
    name: 'parsers of markdown',
    owners: [
      'packages/text/src/slugs/heading-runs.ts',
      'packages/chunking/src/structural/heading-parser.ts',
      'packages/pages/src/pagination',
      'packages/pipeline/src/sources/sites/mdbook.ts',
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
