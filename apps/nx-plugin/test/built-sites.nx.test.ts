import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { NxWorkspace } from './nx-workspace.js';
import { threePages } from './three-pages.js';

const IGNORED = 'node_modules\n.nx\n.topicmill\n.embedding-cache\nsite\n';

function html(title: string, id: string, text: string): string {
  return `<html><head><title>${title}</title></head><body><main><h1 id="${id}">${title}</h1><p>${text}</p></main></body></html>\n`;
}

function chunksOf(workspace: NxWorkspace, id: string): string {
  return Object.values(workspace.filesBelow(`topics/${id}/_chunks`)).join();
}

function builtSite(yaml: string): NxWorkspace {
  const workspace = threePages();
  workspace.write('topicmill.yaml', yaml);
  workspace.write('.gitignore', IGNORED);
  workspace.write('site/intro.html', html('Introduction', 'start', 'See clay.'));
  workspace.write('site/guide/clay.html', html('Clay', 'clay-id', 'Stoneware. Made of kaolin.'));
  workspace.write('site/guide/fire.html', html('Fire', 'fire-id', 'Slowly.'));
  return workspace;
}

it('pages of HTML that git ignores are built, and follow it', async () => {
  const workspace = builtSite(
    'sources: html\noutDir: topics\nsite: { generator: html, built: site, url: https://example.org/ }\n',
  );
  workspace.remove('docs');
  const first = await workspace.build();
  expect([first.status, first.cached]).toEqual([0, []]);
  expect(chunksOf(workspace, 'guide/clay')).toContain('kaolin');
  expect((await workspace.build()).ran).toEqual([]);
  workspace.write('site/guide/fire.html', html('Fire', 'fire-id', 'Slowly, for twelve hours.'));
  const edited = await workspace.build();
  expect(edited.output).toContain('2 topics (1 changed)');
  expect(chunksOf(workspace, 'guide/fire')).toContain('twelve hours');
  workspace.remove('site/guide/fire.html');
  const removed = await workspace.build();
  expect([removed.status, existsSync(workspace.path('topics/guide/fire'))]).toEqual([0, false]);
}, 180_000);

it('what the HTML of markdown says follows it', async () => {
  const workspace = builtSite(
    'sources: pages\nsite: { generator: none, permalink: "{path}.html", url: https://example.org/, built: site }\n',
  );
  expect((await workspace.build()).status).toBe(0);
  expect(chunksOf(workspace, 'guide/clay')).toContain('Made of kaolin.');
  expect((await workspace.build()).ran).toEqual([]);
  workspace.write('site/guide/clay.html', html('Clay', 'other-id', 'Stoneware. Made of silica.'));
  const edited = await workspace.build();
  expect(edited.output).toContain('2 topics (1 changed)');
  expect(chunksOf(workspace, 'guide/clay')).toContain('Made of silica.');
  expect(workspace.read('topics/guide/clay/index.json')).toContain('clay.html#other-id');
}, 180_000);

it('HTML that changes while the daemon of Nx runs, which does not look at it, is built by the next command', async () => {
  const workspace = builtSite(
    'sources: html\noutDir: topics\nsite: { generator: html, built: site, url: https://example.org/ }\n',
  );
  workspace.remove('docs');
  const daemon = { useDaemon: true } as const;
  try {
    expect((await workspace.build(daemon)).status).toBe(0);
    workspace.write('site/guide/fire.html', html('Fire', 'fire-id', 'Slowly, for twelve hours.'));
    workspace.write('site/guide/glaze.html', html('Glaze', 'glaze-id', 'Ash and clay.'));
    expect((await workspace.build(daemon)).status).toBe(0);
    expect(chunksOf(workspace, 'guide/fire')).toContain('twelve hours');
    expect(chunksOf(workspace, 'guide/glaze')).toContain('Ash and clay.');
    expect(workspace.read('topics/guide/index.json')).toContain('"guide/glaze"');
    const last = workspace.filesBelow('topics');
    await workspace.nx(['reset']);
    expect((await workspace.build()).status).toBe(0);
    expect(workspace.filesBelow('topics')).toEqual(last);
  } finally {
    await workspace.nx(['daemon', '--stop'], daemon);
  }
}, 180_000);
