import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const FILES: Readonly<Record<string, string>> = {
  'topicmill.yaml': 'sources: pages\nsite: { generator: none }\n',
  'nx.json': '{ "analytics": false, "plugins": ["@topicmill/nx"], "affected": { "legacy": true } }\n',
  'package.json': '{ "name": "clay", "private": true }\n',
  '.gitignore': 'node_modules\n.nx\n.topicmill\n.embedding-cache\n',
  'docs/intro.md': '# Introduction\n\nSee [clay](guide/clay.md).\n',
  'docs/guide/clay.md': `# Clay\n${['Digging', 'Drying', 'Wedging', 'Storing'].map(section).join('')}`,
};

let repository: NxWorkspace;

/** A section of about 300 words. */
function section(title: string): string {
  const sentences = Array.from(
    { length: 30 },
    (_, at) => `Of ${title}, rule ${at} says to wait until the clay is ready.`,
  );
  return `\n## ${title}\n\n${sentences.join(' ')}\n`;
}

function git(...args: readonly string[]): string {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  return execFileSync('git', ['-C', repository.root, ...author, ...args], { encoding: 'utf8' });
}

/** `topicmill build`, without Nx. */
function build(workspace: NxWorkspace): void {
  const command = workspace.path('node_modules/topicmill/bin/topicmill.js');
  execFileSync(process.execPath, [command, 'build'], { cwd: workspace.root, stdio: 'pipe' });
}

/** A branch off main with its results, as somebody commits them. */
function branch(name: string, change: () => void): void {
  git('checkout', '--quiet', '-b', name, 'main');
  change();
  build(repository);
  git('add', '--all');
  git('commit', '--quiet', '-m', name);
}

beforeAll(() => {
  repository = NxWorkspace.create();
  repository.remove('docs');
  for (const [path, text] of Object.entries(FILES)) repository.write(path, text);
  git('init', '--quiet', '-b', 'main');
  build(repository);
  git('add', '--all');
  git('commit', '--quiet', '-m', 'All');
  branch('left', () => {
    repository.edit('docs/guide/clay.md', (text) => text.replace('Of Digging, rule 3', 'The third rule of digging'));
    repository.write('docs/guide/glaze.md', '# Glaze\n\nGlass on clay.\n');
  });
  branch('right', () => {
    repository.edit('docs/guide/clay.md', (text) => text.replace('Of Storing, rule 3', 'The third rule of storing'));
    repository.write('docs/guide/wheel.md', '# Wheel\n\nIt turns the clay.\n');
  });
}, 180_000);

afterAll(() => repository.remove('.'));

it('two branches that edit and add pages collide in results alone, and one command mends them, with Nx or without', async () => {
  expect(() => git('merge', 'left')).toThrow();
  const collided = git('diff', '--name-only', '--diff-filter=U').trim().split('\n');
  expect(collided).toContain('topics/guide/index.json');
  expect(collided.filter((path) => !path.startsWith('topics/'))).toEqual([]);
  const clean = repository.copy();
  for (const folder of ['topics', '.topicmill']) clean.remove(folder);
  build(clean);
  const otherClone = repository.copy();
  otherClone.remove('.topicmill');
  build(otherClone);
  expect(otherClone.filesBelow('topics')).toEqual(clean.filesBelow('topics'));
  const { status, output } = await repository.build();
  expect({ status, output }).toEqual({ status: 0, output: expect.not.stringContaining('CONFLICT_MARKERS') });
  expect(repository.filesBelow('topics')).toEqual(clean.filesBelow('topics'));
  git('add', '--all');
  git('commit', '--no-edit');
  expect(git('status', '--porcelain')).toBe('');
}, 120_000);
