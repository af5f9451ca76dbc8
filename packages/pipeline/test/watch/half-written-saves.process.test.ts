import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, it, onTestFinished } from 'vitest';
import { type WatchEvent, watchDocs } from '../../src/watch/index.js';
import { recordProof } from '../record-proof.js';

const SAVES = Number(process.env['TOPICMILL_SAVES'] ?? 60);
/** A file below `proof/` that gets a row with what was saved. */
const RECORD = process.env['TOPICMILL_RECORD'];
const FILES = ['docs/tea/golden-reference.md', 'docs/coffee/golden-reference.md'];

const LAYOUTS = {
  folders: 'docsRoot: docs\n',
  pages: 'sources: pages\ndocsRoot: docs\noutDir: topics\nsite:\n  generator: none\n',
};

/** A process that empties one file after the other, waits 5 to 200 ms, writes it, and waits again; the same in every run. */
const EDITOR = `
const { openSync, writeSync, closeSync } = require('node:fs');
const { setTimeout: wait } = require('node:timers/promises');
const [saves, ...files] = process.argv.slice(1);
let state = 7;
const pause = () => wait(5 + ((state = (state * 48271) % 2147483647) % 196));
(async () => {
  for (let save = 0; save < saves; save++) {
    const descriptor = openSync(files[save % files.length], 'w');
    await pause();
    writeSync(descriptor, '# Drink\\n\\nText number ' + save + '.\\n');
    closeSync(descriptor);
    await pause();
  }
})();
`;

it.each(Object.entries(LAYOUTS))(
  'a file that an editor has emptied to write it anew is not read as empty: %s',
  async (layout, config) => {
    const repo = new FileFolder(mkdtempSync(join(tmpdir(), 'topicmill-saves-')));
    repo.write('topicmill.yaml', config);
    for (const file of FILES) repo.write(file, '# Drink\n\nThe first text.\n');
    const events: WatchEvent[] = [];
    const { close } = await watchDocs(repo.root, { env: {}, onEvent: (event) => events.push(event) });
    onTestFinished(async () => {
      await close();
      rmSync(repo.root, { recursive: true, force: true });
    });
    const files = FILES.map((file) => join(repo.root, file));
    await promisify(execFile)(process.execPath, ['-e', EDITOR, String(SAVES), ...files]);
    const codes = () => events.flatMap((event) => ('diagnostics' in event ? event.diagnostics : [])).map((d) => d.code);
    const last = () => Object.values(repo.files('.')).filter((text) => text.includes(`Text number ${SAVES - 1}.`));
    await expect.poll(() => last().length, { timeout: 60_000, interval: 200 }).toBeGreaterThan(1);
    expect(codes()).not.toContain('EMPTY_DOCUMENT');
    const builds = events.filter(({ kind }) => kind === 'topic').length;
    repo.write(FILES[0]!, '');
    await expect.poll(codes, { timeout: 60_000, interval: 200 }).toContain('EMPTY_DOCUMENT');
    if (RECORD !== undefined) record(RECORD, layout, builds);
  },
  SAVES * 1000 + 120_000,
);

/** Is reached by a run without a fault. */
function record(file: string, layout: string, builds: number): void {
  recordProof(file, {
    title: 'Saves that empty a file before they write it, under watch',
    notes: () => [
      'A process empties one of two files, waits 5 to 200 ms, writes it and waits again. No build says that a file is empty, the last one has the last text, and a file that stays empty is named.',
    ],
    columns: ['saves', 'topics built meanwhile', 'read as empty'],
    row: { name: layout, values: [SAVES, builds, 0] },
    command: (_, to) => `TOPICMILL_RECORD=${to} TOPICMILL_SAVES=${SAVES} npm run test:processes -- half-written-saves`,
  });
}
