import { NxWorkspace } from './nx-workspace.js';

/** The files of a workspace of three pages. */
export const THREE_PAGES: Readonly<Record<string, string>> = {
  'topicmill.yaml': 'sources: pages\nsite: { generator: none }\n',
  'package.json': '{ "name": "clay", "private": true }\n',
  'docs/intro.md': '# Introduction\n\nSee [clay](guide/clay.md).\n',
  'docs/guide/clay.md': '# Clay\n\nStoneware.\n',
  'docs/guide/fire.md': '# Fire\n\nSlowly.\n',
};

/** What makes of them a repository in which Nx knows by git what was changed, and results are not committed. */
export const KNOWN_BY_GIT: Readonly<Record<string, string>> = {
  'nx.json': '{ "analytics": false, "plugins": ["@topicmill/nx"], "affected": { "legacy": true } }\n',
  '.gitignore': 'node_modules\n.nx\n.topicmill\n.embedding-cache\ntopics\n',
};

/** A workspace of three pages. */
export function threePages(): NxWorkspace {
  const created = NxWorkspace.create();
  const workspace = created.copy();
  created.remove('.');
  workspace.remove('docs');
  for (const [path, text] of Object.entries(THREE_PAGES)) workspace.write(path, text);
  return workspace;
}
