import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readDocument } from '@topicmill/base/files';
import { readPagesManifest } from '@topicmill/pages/pagination';
import { describe, expect, test } from 'vitest';
import { makePages, PageStore } from '../../src/page-store/index.js';
import { temporaryFolder } from './temporary-folder.js';

const java = process.env['JAVA_HOME'] === undefined ? 'java' : join(process.env['JAVA_HOME'], 'bin', 'java');
const hasJava = spawnSync(java, ['-version']).status === 0;
const isRequired = process.env['TOPICMILL_REQUIRE_JAVA'] === '1';
const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');

const CT_COMMENT = /<!--CT .*?-->/g;
const GUIDE = `---
title: A guide
---

# Guide -- with \\<tags> & "quotes"

A paragraph with a note[^n], a [link][l], \`code\`, **bold**, ~~old~~, <https://example.com/?a=1&b=2> and www.example.com.

| a | b |
|:--|--:|
| 1 | [x][l] | beyond |
| alone |

- [ ] open
- [x] done
  1. nested

     > quoted --> text

\`\`\`html
<script>alert("</script>")</script>
\`\`\`

![An image](picture.png "Title")

<div><p>Raw HTML &amp; more.</p></div>

<!-- a comment of the author -->

[^n]: The note, with [l].

[l]: https://example.com/a%20b?x=1&y=2 "A title"
`;

/** The published HTML pages of a guide of many parts, and its manifest. */
async function publishedPages() {
  const cwd = temporaryFolder();
  const parts = Array.from(
    { length: 6 },
    (_, part) =>
      `## Part ${part}, é 日本 --\n\nSee the note[^n] and [x][l]. ${'words of this part, '.repeat(30)}end.\n`,
  );
  writeFileSync(join(cwd, 'guide.md'), `${GUIDE}\n${parts.join('\n')}`);
  const { manifest, files } = await makePages({
    document: readDocument(join(cwd, 'guide.md'), 'guide.md'),
    displayPath: 'guide.md',
    baseUrl: 'https://example.com/guide',
    limits: { maxTokens: 512, overlapTokens: 0, allowsOversize: false },
    tokenizer: 'cl100k_base',
    ids: { form: 'chunk' },
    htmlLanguage: 'en',
  });
  new PageStore(join(cwd, 'pages')).publish(manifest.set, files);
  return { folder: join(cwd, 'pages'), manifest };
}

/** What the W3C's checker finds in the HTML files of folders, a line for each error. One run: it takes its time to start. */
function findings(...folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.html'))
      .map((name) => join(folder, name)),
  );
  const run = spawnSync(java, ['-jar', checker, '--errors-only', '--format', 'json', ...files], { encoding: 'utf8' });
  const { messages } = JSON.parse(run.stderr) as { messages: { url: string; message: string; extract?: string }[] };
  return messages.map(({ url, message, extract }) => `${url}: ${message} ${extract ?? ''}`);
}

test.runIf(isRequired)('Java is there (TOPICMILL_REQUIRE_JAVA)', () => {
  expect(hasJava).toBe(true);
});

describe.skipIf(!hasJava)('HTML pages and the Nu checker (skipped where there is no Java)', () => {
  test('are valid, with the comments of the tokens and without them; an invalid one is found', async () => {
    const { folder, manifest } = await publishedPages();
    expect(manifest.chunks.length).toBeGreaterThan(3);
    const stripped = temporaryFolder();
    for (const { html } of manifest.chunks) {
      const text = readFileSync(join(folder, html!.file), 'utf8');
      expect(text.match(CT_COMMENT)).toHaveLength(1);
      writeFileSync(join(stripped, html!.file), text.replace(CT_COMMENT, ''));
    }
    writeFileSync(join(stripped, 'wrong.html'), '<!doctype html><title>x</title><p><table><b></p>');
    const found = findings(folder, stripped);
    expect(found.filter((line) => !line.includes('/wrong.html:'))).toEqual([]);
    expect(found).not.toEqual([]);
  }, 120_000);
});

test('JSON-LD of HTML pages is that of the manifest, its token that of the page', async () => {
  const { folder, manifest } = await publishedPages();
  for (const { html, jsonld, ct } of manifest.chunks) {
    const text = readFileSync(join(folder, html!.file), 'utf8');
    const [, script = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(script)).toEqual(jsonld);
    expect(JSON.parse(jsonld.continuityToken.value)).toEqual(ct);
    expect(new URL(jsonld['@id']).href).toBe(`https://example.com/guide/${ct.id}`);
    expect(new URL(jsonld.isBasedOn).href).toBe('https://example.com/guide');
  }
  expect(readPagesManifest(readFileSync(join(folder, 'chunks.json'), 'utf8'), 'chunks.json').kind).toBe('set');
});
