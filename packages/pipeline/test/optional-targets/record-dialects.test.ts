import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTargets } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, onTestFinished, test } from 'vitest';
import { OPTIONAL_TARGETS } from '../../src/optional-targets/index.js';

const TARGET = OPTIONAL_TARGETS.find(({ name }) => name === 'records')!;
/** A callout of MkDocs ends with its indentation; elsewhere its heading is one of the page. */
const PAGE = `# Compost

Leaves of oak rot slowly in a heap.

!!! note "Seeds"

    ## Not for seeds

    They die of the heat.

## Water {#wet}

A heap is as wet as a wrung sponge.
`;

/** What the target writes for each generator, in one workspace after the other generator or in a new one. */
async function recordsAfter(generators: readonly string[]): Promise<Record<string, string>> {
  const root = mkdtempSync(join(tmpdir(), 'record-dialects-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = new FileFolder(root, { 'docs/compost.md': PAGE });
  for (const generator of generators) {
    files.write('topicmill.yaml', `sources: pages\nrecords: { enabled: true }\nsite: { generator: ${generator} }\n`);
    for await (const { outcome } of runTargets([TARGET], openWorkspace(root, { env: {} })))
      expect(outcome).toBe('built');
  }
  return files.files('topics/compost/_records');
}

test('records of a page are made again for another generator, which reads it in another way', async () => {
  const [none, mkdocs] = [await recordsAfter(['none']), await recordsAfter(['mkdocs'])];
  expect(mkdocs).not.toEqual(none);
  expect(await recordsAfter(['none', 'mkdocs'])).toEqual(mkdocs);
});
