import { describe, expect, it } from 'vitest';
import { targetsOf } from '../../src/optional-targets/index.js';
import { type FolderReport, runTargets } from '../../src/runner/index.js';
import { DocsRepo } from '../steps/docs-repo.js';

const TEXT = `# Tea\n\nAll of tea.\n\n## Making\n\n${'Leaves and water.\n'.repeat(60)}\n## Storing\n\nIn a tin.\n`;
const ALL_TARGETS = `records: { enabled: true }
pages: { enabled: true, context: 700, buffer: 100, overlap: 0, baseUrl: https://example.org, html: true }
score: { enabled: true, f1: 0, recall: 0, pis: 0 }
search: { enabled: true }
`;
const QUERIES = '- question: Where is tea stored?\n  answer: In a tin.\n  required: [In a tin]\n';

function folders(): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': `docsRoot: docs\n${ALL_TARGETS}`,
    'docs/tea/golden-reference.md': TEXT,
    'docs/tea/page-queries.yaml': QUERIES,
    'docs/coffee/golden-reference.md': TEXT.replaceAll('tea', 'coffee'),
  });
}

function pages(): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml':
      'sources: pages\ndocsRoot: docs\noutDir: topics\nchunking: { exclude: [coffee] }\nrecords: { enabled: true }\nsearch: { enabled: true }\n',
    'docs/tea.md': TEXT,
    'docs/tea.qa-pairs.md': '## Q: Why?\n\nA: So.\n',
    'docs/coffee.md': TEXT.replaceAll('tea', 'coffee'),
  });
}

async function build(repo: DocsRepo): Promise<FolderReport[]> {
  const workspace = repo.open();
  const reports: FolderReport[] = [];
  for await (const report of runTargets(targetsOf(workspace.config), workspace)) reports.push(report);
  return reports;
}

const codes = (reports: readonly FolderReport[]) =>
  reports.flatMap(({ steps }) =>
    steps.flatMap(({ diagnostics }) => diagnostics.map(({ code, file }) => `${code} ${file}`)),
  );

describe.each([
  ['folders', folders, 'docs'],
  ['pages', pages, 'topics'],
] as const)('every output of %s', (_, make, root) => {
  it('is recognized without states, and replaced after an edit of its source', async () => {
    const repo = make();
    expect(codes(await build(repo))).toEqual([]);
    const before = repo.files();
    expect(Object.keys(before).filter((path) => path.startsWith(`${root}/`)).length).toBeGreaterThan(20);
    repo.remove('.topicmill');
    repo.edit(root === 'docs' ? 'docs/tea/golden-reference.md' : 'docs/tea.md', (text) => `${text}\nOn a shelf.\n`);
    expect(codes(await build(repo))).toEqual([]);
    repo.remove('.topicmill');
    repo.edit(root === 'docs' ? 'docs/tea/golden-reference.md' : 'docs/tea.md', () => TEXT);
    expect(codes(await build(repo))).toEqual([]);
    expect(repo.files()).toEqual(before);
  });
});

const FOREIGN = 'What people wrote.\n';

it.each([
  [folders, 'docs/tea/_records/golden-reference.records.json'],
  [folders, 'docs/tea/_pages/chunk-1.md'],
  [folders, 'docs/tea/_pages/chunk-1.html'],
  [folders, 'docs/tea/_pages/chunks.json'],
  [folders, 'docs/tea/_pages/chunks.json.sha256'],
  [folders, 'docs/tea/_pages/scores.json'],
  [folders, 'docs/_search/manifest.json'],
  [folders, 'docs/_search/0123456789abcdef.json'],
  [pages, 'topics/tea/tea.md'],
  [pages, 'topics/tea/notes.md'],
  [pages, 'topics/tea/_chunks/tea-0.md'],
  [pages, 'topics/tea/_chunks/notes-7.md'],
  [pages, 'topics/tea/_chunks/tea.chunks.json'],
  [pages, 'topics/tea/topic-spec.md'],
  [pages, 'topics/coffee/coffee.md'],
])('in %o, %s is left and named where people wrote it', async (make, path) => {
  const repo = make();
  repo.write(path, FOREIGN);
  expect(codes(await build(repo)).filter((line) => line.startsWith('FILE_FOREIGN'))).toEqual([`FILE_FOREIGN ${path}`]);
  expect(repo.read(path)).toBe(FOREIGN);
});
