import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HtmlReader } from '../../src/workspace/html-reader.js';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'topicmill-html-'));
  mkdirSync(join(root, 'site'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(count: number): string[] {
  const names = Array.from({ length: count }, (_, at) => `page-${at}.html`);
  for (const [at, name] of names.entries()) {
    const text =
      at === 3 ? 'a\0b' : `<nav>Menu</nav><main class="text"><h1 id="a">Page ${at}</h1><p>Text ${at}.</p></main>`;
    writeFileSync(join(root, 'site', name), text);
  }
  return names;
}

async function readAll(names: readonly string[], expected: readonly string[]) {
  const reader = new HtmlReader(root, 'site', expected, ['.text']);
  try {
    const results = [];
    for (const name of names) results.push(await reader.read(name));
    return results;
  } finally {
    await reader.close();
  }
}

test('threads read what this one reads, and say of the same page why it cannot be read', async () => {
  const names = write(45);
  const [here, onThreads] = [await readAll(names, []), await readAll(names, names)];
  expect(onThreads).toEqual(here);
  expect(here[3]).toEqual({ reason: expect.stringMatching(/^NOT_TEXT: /) });
  expect(here[44]!.page).toMatchObject({ title: 'Page 44', blocks: [{ id: 'a' }, { markdown: 'Text 44.' }] });
});

test('a page that was not expected is read, too, and one may be read twice', async () => {
  const names = write(45);
  const [first, again, last] = await readAll([names[0]!, names[0]!, names[44]!], names.slice(0, 44));
  expect(again).toEqual(first);
  expect(last!.page?.title).toBe('Page 44');
});

test('a link is not followed', async () => {
  write(1);
  symlinkSync(join(root, 'site', 'page-0.html'), join(root, 'site', 'link.html'));
  await expect(readAll(['link.html'], [])).rejects.toMatchObject({ name: 'TopicmillError' });
});
