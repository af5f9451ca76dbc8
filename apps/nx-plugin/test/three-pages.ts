import { NxWorkspace } from './nx-workspace.js';

/** A workspace of three pages. */
export function threePages(): NxWorkspace {
  const created = NxWorkspace.create();
  const workspace = created.copy();
  created.remove('.');
  workspace.remove('docs');
  workspace.write('topicmill.yaml', 'sources: pages\nsite: { generator: none }\n');
  workspace.write('package.json', '{ "name": "clay", "private": true }\n');
  workspace.write('docs/intro.md', '# Introduction\n\nSee [clay](guide/clay.md).\n');
  workspace.write('docs/guide/clay.md', '# Clay\n\nStoneware.\n');
  workspace.write('docs/guide/fire.md', '# Fire\n\nSlowly.\n');
  return workspace;
}
