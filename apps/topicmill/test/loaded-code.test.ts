import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sum } from '@topicmill/base/sums';
import { expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));

it('is a third of the bundle for a query: no reader of documents, and no schema', () => {
  const coverage = mkdtempSync(join(tmpdir(), 'loaded-'));
  execFileSync(process.execPath, [COMMAND, 'query', '--help'], { env: { ...process.env, NODE_V8_COVERAGE: coverage } });
  const [file] = readdirSync(coverage);
  const { result } = JSON.parse(readFileSync(join(coverage, file!), 'utf8')) as { result: { url: string }[] };
  const loaded = result.map(({ url }) => url).filter((url) => url.includes('/dist/bundle/'));
  expect(loaded.length).toBeGreaterThan(10);
  expect(sum(loaded.map((url) => statSync(fileURLToPath(url)).size))).toBeLessThan(600_000);
});
