import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type ManifestChunk, readChunksManifest } from '@topicmill/topics/formats';
import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const URL = 'https://loom.example.org/';
const CONFIG = `docsRoot: docs
sources: pages
site:
  generator: none
  url: ${URL}
  built: site
  repository: https://example.org/loom/loom
`;

function page(title: string, body: string, source?: string): string {
  const edit = source && `<a href="https://example.org/loom/loom/edit/main/${source}">Edit this page</a>`;
  return `<html><head><title>${title}</title></head><body><main><h1 id="start">${title}</h1>${body}</main>${edit ?? ''}</body></html>`;
}

function site(files: Readonly<Record<string, string>> = {}): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': CONFIG,
    'docs/warp.md':
      'The warp.\n\n## Tension & `grip` {#x}\n\nPull it.\n\n## {{ name }}\n\nA macro.\n\n## Knots\n\nSee [weft](weft.md).\n',
    'docs/weft.md': '# Weft\n\nIt crosses. See [grip](warp.md).\n',
    'site/basics/the-warp/index.html': page(
      'Warp threads',
      '<h2 id="t1">Tension &amp; <code>grip</code></h2><p>Pull it.</p><h2 id="loom-2">Loom</h2><p>A macro.</p><section id="k"><h2>Knots</h2><p>See weft.</p></section>',
      'docs/warp.md',
    ),
    'docs/twill.md': 'Over two, under two.\n',
    'site/twill.html': page('Twill weave', '<p>Over two, under two.</p>'),
    'site/weft.html': page('Weft', '<p>It crosses. See grip.</p>'),
    ...files,
  });
}

async function urlsOf(repo: DocsRepo, topic: string): Promise<(string | undefined)[]> {
  return chunksOf(repo, topic).map(({ url }) => url);
}

function chunksOf(repo: DocsRepo, topic: string): readonly ManifestChunk[] {
  const path = `topics/${topic}/_chunks/${topic}.chunks.json`;
  return readChunksManifest(repo.read(path), path).chunks;
}

describe('pages of markdown whose site is built', () => {
  it('have the addresses, ids and titles of its HTML', async () => {
    const repo = site();
    const { exitCode, err } = await repo.run('build');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    const warp = `${URL}basics/the-warp/`;
    expect(await urlsOf(repo, 'warp')).toEqual([warp, `${warp}#t1`, `${warp}#loom-2`, `${warp}#k`]);
    expect(await urlsOf(repo, 'weft')).toEqual([`${URL}weft.html#start`]);
    expect(JSON.parse(repo.read('topics/warp/index.json'))).toMatchObject({ title: 'Warp threads', url: warp });
    expect(JSON.parse(repo.read('topics/twill/index.json'))).toMatchObject({ title: 'Twill weave' });
    expect(repo.read('topics/weft/_chunks/weft.chunks.json')).toContain(`"url":"${warp}"`);
    expect(await repo.run('verify', '--built', '--max-missing', '10')).toMatchObject({ exitCode: 0, err: '' });
  });

  it('have ids of chunks that do not depend on it, and follow it when it changes', async () => {
    const repo = site();
    const idsOf = () => chunksOf(repo, 'warp').map(({ id }) => id);
    await repo.run('build');
    const ids = idsOf();
    repo.write('site/basics/the-warp/index.html', page('Warp', '<h2 id="knots-new">Knots</h2>', 'docs/warp.md'));
    expect((await repo.run('build')).exitCode).toBe(0);
    expect((await urlsOf(repo, 'warp')).at(-1)).toBe(`${URL}basics/the-warp/#knots-new`);
    expect(idsOf()).toEqual(ids);
    repo.remove('site');
    const { exitCode, err } = await repo.run('build');
    expect({ exitCode, ids: idsOf() }).toEqual({ exitCode: 0, ids });
    expect(err).toContain('There is no page in site: addresses follow from the rules of the generator.');
    expect((await urlsOf(repo, 'weft'))[0]).toContain('https://example.org/loom/loom/blob/main/');
  });

  it('say which have no HTML, and which of it is older', async () => {
    const repo = site({ 'docs/new.md': '# New\n\nNot built yet.\n' });
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(repo.root, 'docs/weft.md'), later, later);
    const { exitCode, err } = await repo.run('build');
    expect(exitCode).toBe(0);
    expect(err).toBe(
      '1 page not in the HTML of site, with addresses by rules.\n1 page of HTML in site older than the markdown: build the site again.\n',
    );
    expect((await repo.run('build', '--quiet')).err).toBe('');
  });
});
