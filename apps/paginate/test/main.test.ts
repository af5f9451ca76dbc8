import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { readPageComment } from '@topicmill/pages/pagination';
import { expect, test } from 'vitest';
import { main } from '../src/main.js';
import { temporaryFolder } from './temporary-folder.js';

const text = `# Guide\n\n${Array.from({ length: 12 }, (_, part) => `## Part ${part}\n\n${'words of this part, '.repeat(40)}[l].\n`).join('\n')}\n[l]: /there\n`;
const split = ['guide.md', '--out', 'pages', '--base-url', 'https://example.com/g', '--context', '1024'];

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function cutInHalf(written: string): string {
  return written.slice(0, written.length >> 1);
}

/** A folder with a document, and `paginate` in it. */
function workspace(document: string = text) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'guide.md'), document);
  const path = (...names: string[]) => join(cwd, ...names);
  const run = async (...args: string[]): Promise<Run> => {
    let stdout = '';
    let stderr = '';
    const code = await main(args, {
      cwd,
      env: {},
      stdout: { write: (written) => (stdout += written) },
      stderr: { write: (written) => (stderr += written) },
    });
    return { code, stdout, stderr };
  };
  return { path, run };
}

/** Writes a manifest with the checksum that belongs to it. */
function writeManifest(folder: string, manifest: object): void {
  const json = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(join(folder, 'chunks.json'), json);
  const digest = createHash('sha256').update(json).digest('hex');
  writeFileSync(join(folder, 'chunks.json.sha256'), `${digest}  chunks.json\n`);
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

test('splits, verifies, joins', async () => {
  const { path, run } = workspace();
  const { code, stdout } = await run(...split);
  expect(stdout).toMatch(/^\d+ pages of at most \d+ tokens \(512 allowed\), set [0-9a-f]{16}: published\n$/);
  expect(code).toBe(0);
  expect(lstatSync(path('pages')).isSymbolicLink()).toBe(true);
  expect(await run('verify', 'pages')).toMatchObject({ code: 0, stdout: expect.stringMatching(/nothing wrong/) });
  expect(await run('join', 'pages')).toEqual({ code: 0, stdout: text, stderr: '' });
  expect(await run(...split)).toMatchObject({ code: 0, stdout: expect.stringMatching(/: unchanged\n$/) });
});

test('a dry run reports what there would be, and writes nothing', async () => {
  const { path, run } = workspace();
  const { code, stdout } = await run(...split, '--dry-run', '--ids', 'counter');
  expect(stdout).toMatch(/^\d+ pages of at most \d+ tokens .+: not published\n$/);
  expect(code).toBe(0);
  expect(readdirSync(path())).toEqual(['guide.md']);
  const manifest = JSON.parse((await run('guide.md', '--base-url', 'https://e.org', '--dry-run', '--json')).stdout);
  expect(manifest.chunks).toHaveLength(1);
});

test('what subcommands find, for machines', async () => {
  const { path, run } = workspace();
  await run(...split);
  const verified = JSON.parse((await run('verify', 'pages', '--json')).stdout);
  expect(verified).toEqual({ page_count: expect.any(Number), faults: [] });
  edit(path('pages', 'chunk-002.md'), (before) => before.replaceAll('words', 'Words'));
  const { code, stdout } = await run('verify', 'pages', '--json');
  expect([code, JSON.parse(stdout).faults[0].code]).toEqual([1, 'PAGE_FILE_WRONG']);
  const checked = JSON.parse((await run('check', 'pages', '--json')).stdout);
  expect(checked.passed).toBe(false);
  expect(checked.items.map((item: { state: string }) => item.state)).toEqual([
    'ok',
    'ok',
    'failed',
    'not-applicable',
    'open',
    'open',
  ]);
});

test('the checksum of the manifest has the form that sha256sum reads', async () => {
  const { path, run } = workspace();
  await run(...split);
  const manifest = readFileSync(path('pages', 'chunks.json'));
  const expected = `${createHash('sha256').update(manifest).digest('hex')}  chunks.json\n`;
  expect(readFileSync(path('pages', 'chunks.json.sha256'), 'utf8')).toBe(expected);
});

test("the set's hash is on each page, and changes with an edit", async () => {
  const { path, run } = workspace();
  const sets = () =>
    new Set(
      readdirSync(path('pages'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => readPageComment(readFileSync(path('pages', name), 'utf8'), 0)?.comment.set),
    );
  await run(...split);
  const first = sets();
  expect(first.size).toBe(1);
  edit(path('guide.md'), (before) => before.replace('words', 'other words'));
  await run(...split);
  expect(sets().size).toBe(1);
  expect([...sets()]).not.toEqual([...first]);
});

test('rollback shows the former set, and says when there is none', async () => {
  const { path, run } = workspace();
  await run(...split);
  expect(await run('rollback', 'pages')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^pages error NO_FORMER_PAGES/),
  });
  const first = realpathSync(path('pages'));
  edit(path('guide.md'), (before) => before.replace('words', 'other words'));
  await run(...split);
  expect(realpathSync(path('pages'))).not.toBe(first);
  expect((await run('rollback', 'pages')).code).toBe(0);
  expect(realpathSync(path('pages'))).toBe(first);
  expect((await run('join', 'pages')).stdout).toBe(text);
});

test.each([
  ['a page that was changed', 'PAGE_FILE_WRONG', (set: string) => edit(join(set, 'chunk-001.md'), () => 'Mine.\n')],
  ['a page less', 'PAGE_FILE_WRONG', (set: string) => rmSync(join(set, 'chunk-001.md'))],
  ['half a manifest', 'PAGES_MANIFEST_INVALID', (set: string) => edit(join(set, 'chunks.json'), cutInHalf)],
  ['no manifest', 'FILE_UNREADABLE', (set: string) => rmSync(join(set, 'chunks.json'))],
  ['another checksum', 'PAGES_CHECKSUM_WRONG', (set: string) => edit(join(set, 'chunks.json.sha256'), cutInHalf)],
])('a former set with %s is not shown again', async (_, code, damage) => {
  const { path, run } = workspace();
  await run(...split);
  const former = basename(realpathSync(path('pages')));
  edit(path('guide.md'), (before) => before.replace('words', 'other words'));
  await run(...split);
  const shown = realpathSync(path('pages'));
  damage(path(`pages.d/${former}`));
  const { code: exitCode, stderr } = await run('rollback', 'pages/');
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(` error ${code}: `) });
  expect(stderr).toMatch(new RegExp(`^pages\\.d/${former}/`));
  expect(realpathSync(path('pages'))).toBe(shown);
});

test('of three sets the last two are kept', async () => {
  const { path, run } = workspace();
  for (const word of ['one', 'two', 'three']) {
    edit(path('guide.md'), (before) => `${before}\n${word}\n`);
    await run(...split);
  }
  expect(readdirSync(path('pages.d')).filter((name) => /^[0-9a-f]+$/.test(name))).toHaveLength(2);
});

test('a document that cannot be split leaves the set that is shown', async () => {
  const { path, run } = workspace();
  await run(...split);
  edit(path('guide.md'), (before) => `${before}\n\`\`\`\n${'code\n'.repeat(800)}\`\`\`\n`);
  const failed = await run(...split);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^guide\.md:\d+ error UNIT_TOO_LARGE: /) });
  expect((await run('join', 'pages')).stdout).toBe(text);
  const allowed = await run(...split, '--oversize', 'allow');
  expect(allowed.code).toBe(0);
  expect((await run('verify', 'pages')).code).toBe(0);
});

test('a folder that cannot be made is a fault of its path', async () => {
  const { path, run } = workspace();
  writeFileSync(path('taken'), '');
  const refused = { code: 1, stderr: expect.stringMatching(/^taken\/pages error FILE_UNWRITABLE/) };
  expect(await run('guide.md', '--out', 'taken/pages', '--base-url', 'https://example.com')).toMatchObject(refused);
  expect(await run('rollback', 'taken/pages')).toMatchObject(refused);
});

test('a folder that is no set is left alone', async () => {
  const { path, run } = workspace();
  mkdirSync(path('pages'));
  expect(await run(...split)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^pages error PAGES_FOLDER_FOREIGN/),
  });
  expect(readdirSync(path('pages'))).toEqual([]);
  expect(existsSync(path('pages.d'))).toBe(false);
});

test.each([
  ['CT_DANGLING', '"next": "chunk-003"', '"next": "chunk-999"'],
  ['CT_ONE_WAY', '"prev": "chunk-002"', '"prev": "chunk-001"'],
  ['CT_TWO_HEADS', '"prev": "chunk-002"', '"prev": null'],
  ['CT_CIRCULAR', '"next": "chunk-003"', '"next": "chunk-001"'],
  ['CT_UNREACHABLE', '"next": "chunk-003"', '"next": null'],
])('%s in the manifest: verify and join end with 13', async (code, before, after) => {
  const { path, run } = workspace();
  await run(...split);
  edit(path('pages', 'chunks.json'), (manifest) => manifest.replace(before, after));
  expect(await run('verify', 'pages')).toMatchObject({ code: 13, stderr: expect.stringContaining(code) });
  expect(await run('join', 'pages')).toMatchObject({ code: 13, stdout: '' });
});

test('the plain form of a manifest is verified and joined', async () => {
  const { path, run } = workspace();
  const chunks = [
    { ct: { id: 'chunk-001', prev: null, next: 'chunk-002' }, content: '# A\n' },
    { ct: { id: 'chunk-002', prev: 'chunk-001', next: null }, content: 'b\n' },
  ];
  writeFileSync(path('plain.json'), JSON.stringify(chunks));
  expect(await run('verify', 'plain.json')).toMatchObject({ code: 0 });
  expect(await run('join', 'plain.json')).toMatchObject({ code: 0, stdout: '# A\nb\n' });
});

test('a page that was altered is named, and not joined', async () => {
  const { path, run } = workspace();
  await run(...split);
  edit(path('pages', 'chunk-002.md'), (before) => before.replaceAll('words', 'Words'));
  const verified = await run('verify', 'pages');
  expect(verified).toMatchObject({ code: 1, stderr: expect.stringContaining('chunk-002.md error PAGE_FILE_WRONG') });
  expect(verified.stdout).toMatch(/^\d+ pages: 2 faults\n$/);
  expect(await run('join', 'pages')).toMatchObject({ code: 1, stdout: '' });
});

test('check goes through the list, a line for each item', async () => {
  const { path, run } = workspace();
  await run(...split, '--html');
  const checked = await run('check', 'pages');
  expect(checked.stdout.split('\n').map((line) => line.slice(0, 4))).toEqual([
    'ok  ',
    'ok  ',
    'ok  ',
    'open',
    'open',
    'open',
    'not ',
    '',
  ]);
  expect(checked.stdout).toContain('not passed: 3 items not checked\n');
  expect(checked.code).toBe(1);
  writeFileSync(path('history.jsonl'), '{"passed":false}\n{"passed":true}\n{"passed":true}\n{"passed":true}\n');
  writeFileSync(path('playbook.md'), 'Run `paginate rollback pages/`.\n');
  const asked = ['--history', 'history.jsonl', '--playbook', 'playbook.md', '--html-checker', 'true'];
  const passed = await run('check', 'pages', ...asked);
  expect(passed.stdout.match(/^ok /gm)).toHaveLength(6);
  expect(passed).toMatchObject({ code: 0, stdout: expect.stringMatching(/\npassed\n$/) });
  edit(path('history.jsonl'), (before) => `${before}{"passed":false}\n`);
  expect(await run('check', 'pages', ...asked)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      'FAIL aio-scorer succeeded 3 times in a row: 0 successes at the end of history.jsonl',
    ),
  });
});

test('the checker of check gets every page with its comment and without it', async () => {
  const { path, run } = workspace();
  await run(...split, '--html');
  const { chunks } = JSON.parse(readFileSync(path('pages', 'chunks.json'), 'utf8')) as { chunks: unknown[] };
  writeFileSync(
    path('checker.cjs'),
    `const texts = process.argv.slice(3).map((file) => require('node:fs').readFileSync(file, 'utf8'));
    const withComment = texts.filter((text) => text.includes('<!--CT ')).length;
    console.log(withComment + ' of ' + texts.length);
    process.exit(Number(process.argv[2]));`,
  );
  const checker = (status: number) => ['--html-checker', `${process.execPath} ${path('checker.cjs')} ${status}`];
  const failed = await run('check', 'pages', ...checker(1));
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`: ${chunks.length} of ${chunks.length * 2}\n`),
  });
  expect(failed.stdout).toContain('FAIL HTML is valid');
  expect((await run('check', 'pages', ...checker(0))).stdout).toContain('ok   HTML is valid');
});

test('ids of version 7, and from a counter that goes on', async () => {
  const { path, run } = workspace();
  await run(...split, '--ids', 'uuidv7');
  const id = /"id": "([^"]+)"/.exec(readFileSync(path('pages', 'chunks.json'), 'utf8'))![1];
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  await run(...split, '--ids', 'counter');
  const first = Number(readFileSync(path('.paginate-counter'), 'utf8'));
  expect(readdirSync(path('pages'))).toContain('chunk-000001.md');
  await run(...split, '--ids', 'counter');
  expect(readdirSync(path('pages'))).toContain(`chunk-${String(first + 1).padStart(6, '0')}.md`);
});

test.each([
  [['guide.md', '--out', 'pages'], '--base-url is missing'],
  [['guide.md', '--base-url', 'https://e.org/x'], '--out is missing'],
  [['guide.md', '--out', 'pages', '--base-url', 'x'], '"x" is not an address'],
  [[...split, '--overlap', '26'], 'more than 5 %'],
  [['--out', 'x'], 'No document'],
  [[...split, '--ids', 'x'], 'Allowed choices'],
])('wrong usage ends with 2: %j', async (args, message) => {
  const { run } = workspace();
  expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test('check counts only the faults of each item', async () => {
  const { path, run } = workspace();
  await run(...split);
  const manifest = JSON.parse(readFileSync(path('pages', 'chunks.json'), 'utf8')) as { n_max: number };
  writeManifest(path('pages'), { ...manifest, n_max: 300 });
  const { stdout } = await run('check', 'pages');
  expect(stdout).toMatch(/^FAIL all pages within 300 tokens: the largest has \d+ tokens, \d+ pages over the limit$/m);
  expect(stdout).not.toMatch(/^ok .*fault/m);
  expect(stdout).toMatch(/^FAIL pages, continuity tokens and manifest agree: 1 fault, see paginate verify$/m);
});

test('several documents in one run: a folder each, ids that are unique, and nothing published if one is at fault', async () => {
  const { path, run } = workspace();
  mkdirSync(path('more'));
  writeFileSync(path('more', 'guide.md'), text.replace('# Guide', '# Other'));
  const several = ['guide.md', 'more/guide.md', ...split.slice(1)];
  const { code, stdout, stderr } = await run(...several);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^guide\.md: \d+ pages .*: published\nmore\/guide\.md: \d+ pages .*: published\n$/);
  const ids = ['guide', 'more-guide'].map((name) => {
    const { chunks } = JSON.parse(readFileSync(path('pages', name, 'chunks.json'), 'utf8')) as {
      chunks: { ct: { id: string }; jsonld: { '@id': string } }[];
    };
    expect(chunks[0]!.jsonld['@id']).toBe(`https://example.com/g/${name}/${chunks[0]!.ct.id}`);
    return chunks.map(({ ct }) => ct.id);
  });
  expect(new Set(ids.flat()).size).toBe(ids.flat().length);
  expect(ids[1]![0]).toBe(`chunk-${String(ids[0]!.length + 1).padStart(3, '0')}`);
  expect((await run('verify', 'pages/guide', 'pages/more-guide')).stdout).toMatch(
    /^pages\/guide: \d+ pages: nothing wrong\npages\/more-guide: \d+ pages: nothing wrong\n$/,
  );
  expect(JSON.parse((await run(...several, '--json')).stdout)).toMatchObject([{ folder: 'pages/guide' }, {}]);
  writeFileSync(path('guide.md'), '# Changed\n\nText.\n');
  writeFileSync(path('more', 'guide.md'), '');
  expect(await run(...several)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^more\/guide\.md error EMPTY_DOCUMENT/),
  });
  expect((await run('join', 'pages/guide')).stdout).toBe(text);
  writeFileSync(path('more-guide.md'), text);
  expect(await run('more-guide.md', ...several)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('in the same folder, more-guide'),
  });
});

test('numbers agree with their nouns', async () => {
  const { run } = workspace('# Guide\n\nText.\n');
  expect((await run(...split)).stdout).toMatch(/^1 page of at most \d+ tokens/);
  expect((await run('verify', 'pages')).stdout).toBe('1 page: nothing wrong\n');
});
