import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../src/main.js';

const PAGE = `# Tea

{{< highlight sh >}}
# steep
{{< /highlight >}}

{{< alert >}}
Use fresh water.
{{< /alert >}}
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chunking-tool-'));
  mkdirSync(join(folder, 'content'));
  writeFileSync(join(folder, 'content/tea.md'), PAGE);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The texts that a database gets of the page. */
async function recordTexts(...options: string[]): Promise<string[]> {
  let stdout = '';
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
    cwd: folder,
    env: {},
  };
  const code = await main(['content/tea.md', '--strategy', 'structural', '--dry-run', '--json', ...options], io);
  expect(code).toBe(0);
  const { chunks } = JSON.parse(stdout) as { chunks: { embedText: string }[] };
  return chunks.map(({ embedText }) => embedText);
}

/** Headings of the sections of the page as a book. */
async function sectionHeadings(...options: string[]): Promise<string[]> {
  const io = { stdout: { write: () => true }, stderr: { write: () => true }, cwd: folder, env: {} };
  expect(await main(['content/tea.md', '--strategy', 'two-tier', '--out', 'book', ...options], io)).toBe(0);
  const lines = readFileSync(join(folder, 'book/sections.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { heading_path: string[] }).heading_path.at(-1)!);
}

describe('a page of a site', () => {
  it('is markdown where nothing says otherwise', async () => {
    expect((await recordTexts()).join('\n')).toContain('{{< alert >}}');
  });

  it('is read in the dialect that is named', async () => {
    const texts = await recordTexts('--dialect', 'hugo');
    expect(texts.join('\n')).not.toContain('{{<');
    expect(texts.join('\n')).toContain('Use fresh water.');
    expect(await sectionHeadings('--dialect', 'hugo')).toEqual(['Tea']);
  });

  it('is read as its docs root is', async () => {
    writeFileSync(
      join(folder, 'topicmill.yaml'),
      'sources: pages\ndocsRoot: content\noutDir: topics\nsite:\n  generator: hugo\n',
    );
    expect((await recordTexts()).join('\n')).not.toContain('{{<');
    expect((await recordTexts('--dialect', 'none')).join('\n')).toContain('{{< alert >}}');
    expect(await sectionHeadings()).toEqual(['Tea']);
  });
});
