import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '@topicmill/base/files';
import { fetchLoader, openDocs } from '@topicmill/search/retrieval';
import { expect, it, onTestFinished } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));
const CONFIG = 'docsRoot: site\nsources: pages\nsite: { generator: mkdocs }\n';

/** A long page: its build takes many times as long as an answer. */
function longPage(title: string): string {
  const section = (at: number): string =>
    `## Section ${at}\n\n${`Kiln ${at} is fired slowly, glaze after glaze.\n`.repeat(60)}\n`;
  return `# ${title}\n\n${Array.from({ length: 300 }, (_, at) => section(at)).join('')}`;
}

function watchAt(repo: DocsRepo, port: number) {
  const args = [COMMAND, 'watch', '--serve', '--port', String(port), '--json'];
  const child = spawn(process.execPath, args, { cwd: repo.root });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, ended };
}

it('answers while a page is built, and serves it as it was saved', async () => {
  const repo = new DocsRepo({ 'topicmill.yaml': CONFIG, 'site/kilns.md': longPage('Kilns') });
  const { child, ended } = watchAt(repo, 0);
  let url = '';
  let answered: Promise<string> | undefined;
  const seen: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as {
      readonly kind: string;
      readonly url: string;
      readonly paths: readonly string[];
    };
    seen.push(event.kind);
    if (event.kind === 'serving') {
      url = event.url;
      repo.write('site/kilns.md', longPage('Hot kilns'));
    }
    if (event.kind === 'saved') {
      expect(event.paths).toEqual(['kilns/_chunks/kilns.chunks.json']);
      answered = fetch(new URL(event.paths[0]!, url)).then((response) => response.text());
      void answered.then(() => seen.push('answered'));
    }
    if (event.kind === 'topic') break;
  }
  expect(await answered).toContain(`"source_sha256": "${sha256Hex(longPage('Hot kilns'))}"`);
  expect(seen.filter((kind) => ['saved', 'answered', 'topic'].includes(kind))).toEqual(['saved', 'answered', 'topic']);
  const page = await openDocs(fetchLoader(url, fetch)).readReference('kilns');
  expect(new TextDecoder().decode(page)).toBe(longPage('Hot kilns'));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('says that a port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((listening) => other.once('listening', listening));
  const repo = new DocsRepo({
    'topicmill.yaml': 'docsRoot: docs\n',
    'docs/tea/golden-reference.md': '# Tea\n\nHot.\n',
  });
  const { child, ended } = watchAt(repo, (other.address() as AddressInfo).port);
  expect(await text(child.stderr)).toContain('SERVER_CANNOT_LISTEN');
  expect(await ended).not.toBe(0);
});
