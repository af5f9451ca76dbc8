import { execFileSync } from 'node:child_process';
import { readChunksManifest } from '@topicmill/topics/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const CONFIG = `docsRoot: docs
sources: pages
site:
  generator: none
  url: https://loom.example.org/
  built: site
`;

function html(title: string, body: string): string {
  return `<html><head><title>${title}</title></head><body><main><h1 id="top">${title}</h1>${body}</main></body></html>`;
}

function repo(markdown: string, body: string, files: Readonly<Record<string, string>> = {}): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': CONFIG,
    'docs/warp.md': markdown,
    'site/warp.html': html('Warp', body),
    ...files,
  });
}

/** The chunks of the page with the text that only its HTML has; the files without it are those of a build without HTML. */
function chunksOf(docs: DocsRepo): { title: string; own: string; published: string }[] {
  const { chunks } = readChunksManifest(docs.read('topics/warp/_chunks/warp.chunks.json'), 'warp.chunks.json');
  const source = docs.read('docs/warp.md');
  expect(chunks.map(({ start, end }) => source.slice(start, end)).join('')).toBe(source);
  return chunks.map(({ file, title, published_text: place }) => {
    const text = docs.read(`topics/warp/_chunks/${file}`);
    if (place === undefined) return { title, own: text, published: '' };
    expect(place.file).toBe('site/warp.html');
    return {
      title,
      own: text.slice(0, place.start) + text.slice(place.end),
      published: text.slice(place.start, place.end),
    };
  });
}

async function build(docs: DocsRepo): Promise<string> {
  const { exitCode, err, out } = await docs.run('build');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: expect.any(String) });
  expect(await docs.run('verify')).toMatchObject({ exitCode: 0, err: '' });
  return out;
}

const SOURCE =
  '# Warp\n\nThreads under tension.\n\n## Options of {{ name }}\n\n{{ options }}\n\nThe table is made from data.\n\n## Knots\n\nTie it {{ how }} at the end. A knot stays.\n';
const BODY =
  '<p>Threads under tension.</p><h2 id="opts">Options of Jacquard</h2><table><tr><th>Key</th><th>Meaning</th></tr><tr><td>sett</td><td>Ends for each inch.</td></tr></table><p>The table is made from data.</p><h2 id="k">Knots</h2><p>Tie it loosely at the end. A knot stays.</p>';

describe('text that only the HTML of a page has', () => {
  it('is in the chunk of its section, found, and no part of the text of the source', async () => {
    const docs = repo(SOURCE, BODY);
    await build(docs);
    const [first, options, knots, ...rest] = chunksOf(docs);
    expect(rest).toEqual([]);
    expect(first!.published).toBe('');
    expect(options).toMatchObject({
      published: '\n\n**Options of Jacquard**\n\n| Key | Meaning |\n| - | - |\n| sett | Ends for each inch. |',
    });
    expect(knots!.published).toBe('\n\nTie it loosely at the end.');
    const found = await docs.run('query', 'ends for each inch', '--json');
    const { results } = JSON.parse(found.out) as { results: { url: string }[] };
    expect(results[0]!.url).toBe('https://loom.example.org/warp.html#opts');
    expect(await docs.run('verify', '--built', '--max-missing', '0')).toMatchObject({ exitCode: 0, err: '' });
  });

  it('names a section whose heading only the generator knows', async () => {
    const docs = new DocsRepo({
      'topicmill.yaml': CONFIG.replace('docsRoot: docs', 'docsRoot: content').replace('none', 'hugo'),
      'content/warp.md': '# Warp\n\nThreads.\n\n## {{< product >}} options\n\nOne of them.\n',
      'site/warp/index.html': html('Warp', '<p>Threads.</p><h2 id="jo">Jacquard options</h2><p>One of them.</p>'),
    });
    await build(docs);
    expect(docs.read('topics/warp/_chunks/warp.chunks.json')).toContain('"title":"Jacquard options"');
  });

  it.each([
    ['', ''],
    ['---\ntitle: Warp\n---\n', ''],
    ['---\ntitle: Warp\n---\n\n# Warp\n', '#top'],
  ])('is all that a page has whose markdown is %j', async (markdown, anchor) => {
    const docs = repo(markdown, '<p>Threads under tension.</p><h2 id="k">Knots</h2><p>Tie it loosely.</p>', {
      'docs/loom.md': '# Loom\n\nA frame.\n',
      'site/loom.html': html('Loom', '<p>A frame.</p>'),
    });
    await build(docs);
    const { chunks } = readChunksManifest(docs.read('topics/warp/_chunks/warp.chunks.json'), 'warp.chunks.json');
    const own = chunks
      .map(({ start, end }) => markdown.slice(start, end))
      .join('')
      .trim();
    expect(docs.read(`topics/warp/_chunks/${chunks[0]!.file}`).trim()).toBe(
      `${own && `${own}\n\n`}Threads under tension.\n\n**Knots**\n\nTie it loosely.`,
    );
    expect(chunks).toHaveLength(1);
    const found = JSON.parse((await docs.run('query', 'tie it loosely', '--json')).out) as {
      results: { url: string }[];
    };
    expect(found.results[0]!.url).toBe(`https://loom.example.org/warp.html${anchor}`);
    expect(await docs.run('verify', '--built', '--max-missing', '0')).toMatchObject({ exitCode: 0, err: '' });
    docs.remove('site');
    await build(docs);
    expect(docs.has('topics/warp/_chunks')).toBe(false);
  });

  it('is empty where the source says the same, whatever its markup', async () => {
    const docs = repo(
      '# Warp\n\nPull **hard**, says the\n[guide](weft.md "A guide").\n\n- one `a`\n- two\n\n```sh\nloom --x\n```\n',
      '<p>Pull <b>hard</b>, says the <a href="weft.html">guide</a>.</p><ul><li>one <code>a</code></li><li>two</li></ul><pre><code class="language-sh">loom --x</code></pre>',
    );
    await build(docs);
    expect(chunksOf(docs).map(({ published }) => published)).toEqual(['']);
  });

  it('is not an older form of an edited sentence, and follows the HTML when that is built again', async () => {
    const docs = repo(SOURCE, BODY);
    await build(docs);
    docs.write('docs/warp.md', SOURCE.replace('Threads under tension.', 'Threads under steady tension.'));
    await build(docs);
    expect(chunksOf(docs)[0]!.published).toBe('');
    docs.write('site/warp.html', html('Warp', BODY.replace('loosely', 'twice')));
    expect(await build(docs)).toContain('1 changed');
    expect(chunksOf(docs)[2]!.published).toBe('\n\nTie it twice at the end.');
    expect(await build(docs)).toContain('0 changed');
    docs.remove('site');
    await build(docs);
    expect(chunksOf(docs).map(({ published }) => published)).toEqual(['', '', '']);
  });

  it('is not what frames the pages of the site, nor the link by which readers change one', async () => {
    const frame =
      '<p>Join the forum of weavers.</p><p><a href="https://example.org/edit/main/docs/x.md">Edit me</a></p>';
    const names = ['a', 'b', 'c', 'd'];
    const others = names.flatMap((name) => [
      [`docs/${name}.md`, `# ${name}\n\nOnly ${name}.\n`] as const,
      [`site/${name}.html`, html(name, `<p>Only ${name}.</p>${frame}`)] as const,
    ]);
    const docs = repo('# Warp\n\nThreads.\n', `<p>Threads.</p>${frame}`, Object.fromEntries(others));
    await build(docs);
    expect(chunksOf(docs).map(({ published }) => published)).toEqual(['']);
  });

  it('is what eval answers with, and nothing that diff compares', async () => {
    const docs = repo(SOURCE, BODY, {
      'topicmill/warp.qa.md': '## Q: How many ends for each inch?\n\nA: Sett.\n',
      '.gitignore': 'site/\ntopics/\n.topicmill/\n',
    });
    for (const line of ['init -q', 'add -A', '-c user.name=t -c user.email=t@example.org commit -qm first'])
      execFileSync('git', line.split(' '), { cwd: docs.root });
    const foundShare = async () => {
      await build(docs);
      const { scores } = JSON.parse((await docs.run('eval', '--json')).out) as { scores: { answerWords: number } };
      return scores.answerWords;
    };
    expect(await foundShare()).toBe(1);
    const { topics, answers } = JSON.parse((await docs.run('diff', 'HEAD', '--json')).out) as Record<string, object[]>;
    expect({ topics, answers }).toEqual({ topics: [], answers: [] });
    docs.remove('site');
    expect(await foundShare()).toBeLessThan(1);
  });

  it('comes from files that are made again, and that doctor and gc know', async () => {
    const docs = repo(SOURCE, BODY);
    await build(docs);
    const imported = Object.keys(docs.files('.topicmill/built')).find((path) => path.endsWith('/warp.html.json'))!;
    const blocks = `.topicmill/built/${imported}`;
    expect((await docs.run('doctor')).out).toContain('ok states:');
    docs.write(blocks, '[{"markdown":"Not what the site says."}]');
    await build(docs);
    expect(chunksOf(docs)[2]!.published).toBe('\n\nTie it loosely at the end.');
    docs.write('topicmill.yaml', CONFIG.replace('  built: site\n', ''));
    expect((await docs.run('cache', 'gc')).exitCode).toBe(0);
    expect(docs.has(blocks)).toBe(false);
  });

  it.each(['structural', 'two-tier'])('is in the chunks of the strategy %s', async (strategy) => {
    const list = '1.  One of them.\n\n    Indented {{ word }} below.\n\n    Another of it.\n';
    const source = `${SOURCE}\n${list.repeat(60)}`;
    const docs = repo(source, `${BODY}<p>Indented weft below.</p>`);
    docs.write('topicmill.yaml', `${CONFIG}chunking: { strategy: ${strategy} }\n`);
    await build(docs);
    const published = chunksOf(docs).map((chunk) => chunk.published);
    expect(published.join('')).toMatch(/^\n\n\*\*Options of Jacquard\*\*[\s\S]*\n\nIndented weft below\.$/);
  });

  it('is complete: every word that the HTML has is in a chunk', async () => {
    const paragraph = fc.record({ words: fc.integer({ min: 1, max: 6 }), isInSource: fc.boolean() });
    const page = fc.array(fc.array(paragraph, { maxLength: 4 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(page, async (sections) => {
        let count = 0;
        let [markdown, body] = ['# Warp\n', ''];
        for (const [at, paragraphs] of sections.entries()) {
          markdown += `\n## Section ${at}\n`;
          body += `<h2 id="s${at}">Section ${at}</h2>`;
          for (const { words, isInSource } of paragraphs) {
            const text = Array.from({ length: words }, () => `word${count++}x`).join(' ');
            body += `<p>${text}.</p>`;
            if (isInSource) markdown += `\n${text}.\n`;
          }
        }
        const docs = new DocsRepo(
          { 'topicmill.yaml': CONFIG, 'docs/warp.md': markdown, 'site/warp.html': html('Warp', body) },
          (remove) => void removals.push(remove),
        );
        await build(docs);
        const chunks = chunksOf(docs);
        for (let word = 0; word < count; word++) {
          const having = chunks.filter(({ own, published }) => `${own}${published}`.includes(`word${word}x`));
          expect(having).toHaveLength(1);
        }
        expect(await docs.run('verify', '--built', '--max-missing', '0')).toMatchObject({ exitCode: 0, err: '' });
        for (const remove of removals.splice(0)) remove();
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});

describe('init --built', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const sources = names.map((name) => [`guide/${name}.md`, `# ${name}\n\nOnly ${name}.\n`] as const);
  const pages = names.map((name, at) => {
    const edit = `<a href="https://example.org/loom/edit/main/guide/${name}.md">Edit</a>`;
    // Some are found by the link alone, some by their path.
    const path = at % 2 === 0 ? `public/${name}.html` : `public/renamed/${at}/index.html`;
    return [path, html(name, `<p>Only ${name}.</p>${at % 2 === 0 ? '' : edit}`)] as const;
  });
  const error = ['public/404.html', html('Not found', '')] as const;
  const moved = [
    'public/old.html',
    '<html><head><meta http-equiv="refresh" content="0; url=a.html"></head></html>',
  ] as const;

  it('completes the markdown that the site is made from', async () => {
    const docs = new DocsRepo(Object.fromEntries([...sources, ...pages, error, moved]));
    const { exitCode, out } = await docs.run(
      'init',
      '--built',
      'public',
      '--url',
      'https://loom.example.org/',
      '--yes',
    );
    expect(exitCode).toBe(0);
    expect(out).toContain('All 9 pages of HTML in public are made from these');
    expect(out).not.toContain('addresses are those of the files');
    expect(docs.read('topicmill.yaml')).toContain('sources: pages\ndocsRoot: guide\n');
    expect(await docs.run('build')).toMatchObject({ exitCode: 0 });
    expect(docs.read('topics/b/index.json')).toContain('"url": "https://loom.example.org/renamed/1/"');
    expect(await docs.run('verify', '--built', '--max-missing', '0')).toMatchObject({ exitCode: 0, err: '' });
  });

  it('reads the HTML alone where more than one page in ten has no source', async () => {
    const others = ['x', 'y'].map((name) => [`public/${name}.html`, html(name, `<p>${name}</p>`)] as const);
    const docs = new DocsRepo(Object.fromEntries([...sources, ...pages, ...others]));
    await docs.run('init', '--built', 'public', '--url', 'https://loom.example.org/', '--yes');
    expect(docs.read('topicmill.yaml')).toContain('sources: html\n');
  });
});

const removals: (() => void)[] = [];
