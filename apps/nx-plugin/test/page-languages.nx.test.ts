import { afterAll, beforeAll, expect, it } from 'vitest';
import { Commits } from './commits.js';
import { NxWorkspace } from './nx-workspace.js';
import { KNOWN_BY_GIT } from './three-pages.js';

const FILES: Readonly<Record<string, string>> = {
  ...KNOWN_BY_GIT,
  'topicmill.yaml':
    "sources: pages\nroots:\n  - { name: en, docsRoot: docs, locale: en, exclude: ['**/*.de.md'] }\n  - { name: de, docsRoot: docs, locale: de, include: ['**/*.de.md'] }\nkeywords: { languages: [eng, deu] }\n",
  'docs/kiln.md': '# Kiln\n\nOf bricks.\n',
  'docs/kiln.de.md': '# Ofen\n\nAus Ziegeln.\n',
  'docs/guide/clay.md': '# Clay\n\nIt is wet.\n',
  'docs/guide/clay.de.md': '# Ton\n\nEr ist nass.\n',
};

let repository: NxWorkspace;
let commits: Commits;

beforeAll(async () => {
  repository = NxWorkspace.create();
  repository.remove('docs');
  for (const [path, text] of Object.entries(FILES)) repository.write(path, text);
  commits = new Commits(repository);
  commits.start();
  expect((await repository.build()).status).toBe(0);
}, 180_000);

afterAll(() => repository.remove('.'));

it('languages at the end of names, in one folder, are built, and affected by edits, new pages and deleted ones', async () => {
  expect(repository.read('topics/de/guide/clay.de/index.json')).toContain('Ton');
  repository.edit('docs/guide/clay.de.md', (text) => `${text}\nUnd schwer.\n`);
  await commits.affected('Edited');
  expect(repository.read('topics/de/guide/clay.de/clay.de.md')).toContain('schwer');
  repository.write('docs/guide/fire.de.md', '# Feuer\n\nEs ist warm.\n');
  await commits.affected('Added');
  expect(repository.read('topics/de/guide/index.json')).toContain('Feuer');
  commits.git('rm', 'docs/guide/clay.de.md');
  await commits.affected('Deleted');
  expect(repository.has('topics/de/guide/clay.de/index.json')).toBe(false);
  expect(repository.has('topics/en/guide/clay/index.json')).toBe(true);
}, 180_000);
