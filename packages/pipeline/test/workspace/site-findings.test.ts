import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, it, onTestFinished } from 'vitest';
import { openWorkspace, siteFindings } from '../../src/workspace/index.js';

function findingsOf(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'topicmill-findings-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  new FileFolder(root, files);
  return siteFindings(openWorkspace(root, { env: {} })).map(({ code, message, file }) => `${code} ${file} ${message}`);
}

const ROOTS = `sources: pages
roots:
  - { name: en, docsRoot: en, locale: en }
  - { name: vi, docsRoot: vi, locale: vi, version: '2.1' }
`;

it('names a language without pages, unless there are none at all', () => {
  const files = { 'topicmill.yaml': ROOTS, 'vi/notes.txt': '' };
  expect(findingsOf({ ...files, 'en/clay.md': '# Clay\n\nWet.\n' })).toEqual([
    'TOPICS_MISSING topicmill.yaml There is no page of version 2.1 in vi: vi has none.',
  ]);
  expect(findingsOf({ ...files, 'en/notes.txt': '' })).toEqual([]);
});

it('counts titles that pages next to each other share, once for a docs root with an example', () => {
  const page = (title: string): string => `# ${title}\n\nText.\n`;
  expect(
    findingsOf({
      'topicmill.yaml': 'sources: pages\n',
      'docs/a/one.md': page('Setup'),
      'docs/a/three.md': page('setup'),
      'docs/a/two.md': page('Setup'),
      // With other pages above them readers know them from each other.
      'docs/b/one.md': page('Overview'),
      'docs/c/one.md': page('Overview'),
      'docs/c/four.md': page('Use'),
      'docs/c/five.md': page('Use'),
    }),
  ).toEqual([
    'TITLES_ALIKE docs/a/one.md 2 titles in docs: several pages next to each other have the same, as "Setup" of docs/a/one.md, docs/a/three.md and 1 more.',
  ]);
});

it('names a page that is empty, unless its front matter says what it is for', () => {
  expect(
    findingsOf({
      'topicmill.yaml': 'sources: pages\n',
      'docs/a.md': '# A\n\nText.\n',
      'docs/emptied.md': '',
      'docs/blank.md': '\n \n',
      'docs/titled.md': '# Titled\n',
      'docs/group/index.md': '---\ntitle: Group\n---\n',
    }),
  ).toEqual([
    'EMPTY_DOCUMENT docs/blank.md The page is empty, and no topic.',
    'EMPTY_DOCUMENT docs/emptied.md The page is empty, and no topic.',
  ]);
});
