import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../src/main.js';
import { temporaryFolder } from './temporary-folder.js';

const WORDS = `${'word '.repeat(200).trim()}.`;
const SOURCE = `+++\ntitle = "Tea"\n+++\n\n# Tea\n\n${WORDS}\n\n{{< tabs >}}\n\n${WORDS}\n\n{{< /tabs >}}\n\n${WORDS}\n`;

test('pages of a document in the dialect of a site can be verified and joined', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'tea.md'), SOURCE);
  const run = async (...args: string[]): Promise<string> => {
    let written = '';
    const stream = { write: (text: string) => (written += text) };
    expect(await main(args, { cwd, env: {}, stdout: stream, stderr: stream })).toBe(0);
    return written;
  };
  const options = ['--base-url', 'https://example.com/tea', '--context', '900', '--html', '--dialect', 'hugo'];
  await run('tea.md', '--out', 'pages', ...options);
  const manifest = JSON.parse(readFileSync(join(cwd, 'pages/chunks.json'), 'utf8')) as { dialect: string; chunks: [] };
  expect(manifest.dialect).toBe('hugo');
  expect(manifest.chunks.length).toBeGreaterThan(1);
  expect(readFileSync(join(cwd, 'pages/chunk-001.html'), 'utf8')).not.toMatch(/tabs|title = /);
  expect(await run('verify', 'pages')).toContain('nothing wrong');
  expect(await run('join', 'pages')).toBe(SOURCE);
});
