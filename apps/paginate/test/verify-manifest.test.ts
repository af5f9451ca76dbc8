import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../src/main.js';
import { temporaryFolder } from './temporary-folder.js';

/** As much of a manifest as the tests change. */
interface Manifest {
  chunks: { sha256: string; jsonld: { position: number } }[];
}

const document = `Some words before the first heading.\n\n# Guide\n\n${Array.from(
  { length: 6 },
  (_, part) => `## Part ${part}\n\n${'words of this part, '.repeat(60)}end.\n`,
).join('\n')}`;

let published: string;
beforeAll(async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'paginate-'));
  writeFileSync(join(cwd, 'guide.md'), document);
  const args = ['guide.md', '--out', 'pages', '--base-url', 'https://example.com/g', '--context', '1024', '--html'];
  expect(await main(args, silent(cwd))).toBe(0);
  published = join(cwd, 'pages');
});
afterAll(() => rmSync(join(published, '..'), { recursive: true }));

function silent(cwd: string, onWrite: (text: string) => void = () => {}) {
  return { cwd, env: {}, stdout: { write: onWrite }, stderr: { write: onWrite } };
}

/** Exit codes of `verify` and `join` for a copy of the pages, and what they print. */
async function outcome(change: (folder: string) => void) {
  const cwd = temporaryFolder();
  cpSync(published, join(cwd, 'pages'), { recursive: true, dereference: true });
  change(join(cwd, 'pages'));
  const [verified, joined] = [[] as string[], [] as string[]];
  const codes = [
    await main(
      ['verify', 'pages'],
      silent(cwd, (text) => verified.push(text)),
    ),
    await main(
      ['join', 'pages'],
      silent(cwd, (text) => joined.push(text)),
    ),
  ];
  return { codes, verified: verified.join(''), joined: joined.join('') };
}

/** Changes a manifest, and its checksum with it. */
function rewrite(folder: string, change: (manifest: Manifest) => void): void {
  const path = join(folder, 'chunks.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  change(manifest);
  const json = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(path, json);
  writeFileSync(`${path}.sha256`, `${createHash('sha256').update(json).digest('hex')}  chunks.json\n`);
}

test('what was not changed is verified and joined', async () => {
  const { codes, joined } = await outcome((folder) => rewrite(folder, () => {}));
  expect(codes).toEqual([0, 0]);
  expect(joined).toBe(document);
});

test.each<[field: string, value: unknown]>([
  ['n_max', 9999],
  ['n_max', 300],
  ['source', 'other.md'],
  ['source_sha256', '0'.repeat(64)],
  ['tokenizer', 'o200k_base'],
  ['set', '0'.repeat(16)],
  ['chunks.1.tokens', 3],
  ['chunks.1.oversize', true],
  ['chunks.1.file', 'other.md'],
  ['chunks.1.sha256', '0'.repeat(64)],
  ['chunks.1.heading_path', ['Other']],
  ['chunks.1.html', undefined],
  ['chunks.1.jsonld.@id', 'https://example.com/g/chunk-003'],
  ['chunks.1.jsonld.name', 'Other'],
  ['chunks.1.jsonld.position', 7],
  ['chunks.1.jsonld.pagination', '2/9'],
  ['chunks.1.jsonld.isBasedOn', 'https://example.com/h'],
  ['chunks.1.jsonld.continuityToken.value', '{"id":"chunk-002","prev":"chunk-001","next":"chunk-009"}'],
])('%s with the value %j does not pass, although the checksum fits', async (field, value) => {
  const { codes, joined } = await outcome((folder) =>
    rewrite(folder, (manifest) => {
      const keys = field.split('.');
      const last = keys.pop()!;
      const parent = keys.reduce((node, key) => Reflect.get(node, key) as object, manifest as object);
      Reflect.set(parent, last, value);
    }),
  );
  expect(codes).toEqual([1, 1]);
  expect(joined).not.toContain(document.slice(0, 20));
});

test('the field, its value and the value of the pages are named', async () => {
  const { verified } = await outcome((folder) =>
    rewrite(folder, (manifest) => {
      manifest.chunks[1]!.jsonld.position = 7;
    }),
  );
  expect(verified).toContain('chunks[1].jsonld.position is 7, but the pages give 2.');
});

test('a manifest without its checksum, or with another one, does not pass', async () => {
  const missing = await outcome((folder) => rmSync(join(folder, 'chunks.json.sha256')));
  expect(missing.codes).toEqual([1, 1]);
  expect(missing.verified).toContain('PAGES_CHECKSUM_WRONG: chunks.json has no checksum');
  const other = await outcome((folder) => {
    const path = join(folder, 'chunks.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('\n', ''));
  });
  expect(other.codes).toEqual([1, 1]);
  expect(other.verified).toContain('PAGES_CHECKSUM_WRONG: The checksum is not that of chunks.json');
});

test('a token on a page that differs from the manifest ends with 13', async () => {
  const { codes, verified } = await outcome((folder) => {
    const page = readFileSync(join(folder, 'chunk-002.md'), 'utf8').replace('"next":"chunk-003"', '"next":"chunk-004"');
    writeFileSync(join(folder, 'chunk-002.md'), page);
    rewrite(folder, (manifest) => {
      manifest.chunks[1]!.sha256 = createHash('sha256').update(page).digest('hex');
    });
  });
  expect(codes).toEqual([13, 13]);
  expect(verified).toContain('next of chunk-002 is chunk-004 on the page, but chunk-003 in the manifest.');
});
