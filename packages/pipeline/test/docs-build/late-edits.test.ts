import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { expect, it, onTestFinished } from 'vitest';
import { watchDocs } from '../../src/watch/index.js';

const REFERENCE = 'docs/tea/golden-reference.md';
const SPEC = 'docs/tea/topic-spec.md';

class Repo {
  readonly root = mkdtempSync(join(tmpdir(), 'topicmill-late-edits-'));

  static async built(): Promise<Repo> {
    const repo = new Repo();
    onTestFinished(() => rmSync(repo.root, { recursive: true, force: true }));
    mkdirSync(dirname(join(repo.root, REFERENCE)), { recursive: true });
    repo.write('topicmill.yaml', 'docsRoot: docs\n');
    repo.write(REFERENCE, '# Tea\n\nWhat tea is.\n\n## Making\n\nWater is boiled.\n');
    await repo.build();
    repo.write(SPEC, `${repo.read(SPEC)}\n## Notes\n\nAsk Maria first.\n`);
    await repo.build();
    return repo;
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text);
  }

  build(onFolder?: (id: string) => void): ReturnType<typeof buildDocs> {
    const workspace = openWorkspace(this.root, { env: {} });
    return buildDocs(workspace, { onFolder: ({ id }) => onFolder?.(id) });
  }

  /** Changes the reference, so that the next build replaces topic-spec.md. */
  editReference(text = 'Leaves of tea unfold slowly.'): void {
    this.write(REFERENCE, `${this.read(REFERENCE)}\n## More\n\n${text}\n`);
  }

  /** An editor that has topic-spec.md open, and writes when it is told. */
  openEditor(): Editor {
    const descriptor = openSync(join(this.root, SPEC), 'r+');
    onTestFinished(() => closeSync(descriptor));
    const text = readFileSync(descriptor, 'utf8');
    return {
      append: (line) => writeSync(descriptor, line, fstatSync(descriptor).size),
      save(edited) {
        ftruncateSync(descriptor);
        writeSync(descriptor, edited, 0);
      },
      text,
    };
  }
}

interface Editor {
  readonly text: string;
  append(line: string): void;
  save(text: string): void;
}

const WAYS: readonly (readonly [string, (editor: Editor) => void])[] = [
  ['appended', (editor) => editor.append('\nLate.\n')],
  ['saved in place', (editor) => editor.save(editor.text.replace('Ask Maria first.', 'Ask Maria first.\n\nLate.'))],
  ['put inside a section of the tool', (editor) => editor.save(editor.text.replace('## Keywords\n', '$&\nLate.\n'))],
];

it.each(WAYS)(
  'an edit %s after a build has replaced the file is kept, told of, and read by the next one',
  async (_, edit) => {
    const repo = await Repo.built();
    const editor = repo.openEditor();
    repo.editReference();
    const { diagnostics } = await repo.build((id) => {
      if (id === 'tea') edit(editor);
    });
    expect(diagnostics).toEqual([expect.objectContaining({ code: 'EDIT_DURING_BUILD', file: SPEC })]);
    const kept = repo.read(SPEC);
    expect(kept.match(/^Late\.$/gm)).toHaveLength(1);
    expect(kept).toContain('Ask Maria first.');
    expect(kept).not.toContain('Saved during a build');
    await repo.build();
    await repo.build();
    expect(repo.read(SPEC).match(/^Late\.$/gm)).toHaveLength(1);
  },
);

it('of two edits, one to the file that was replaced and one to the new file, both are kept', async () => {
  const repo = await Repo.built();
  const editor = repo.openEditor();
  repo.editReference();
  await repo.build((id) => {
    if (id !== 'tea') return;
    repo.write(SPEC, `${repo.read(SPEC)}\nTo the new file.\n`);
    editor.append('\nTo the old file.\n');
  });
  expect(repo.read(SPEC)).toMatch(/To the new file\.\n\n## Saved during a build\n\nTo the old file\.\n$/);
});

function toldBy({ folders, diagnostics }: Awaited<ReturnType<typeof buildDocs>>): unknown[] {
  return [...diagnostics, ...folders.flatMap(({ steps }) => steps.flatMap((step) => step.diagnostics))];
}

/** The name under which a process that has since been killed had set the file aside. */
const ASIDE = `${SPEC}.9999999999-1234567890.topicmill-aside`;

it('a file that a killed build had set aside is back before the next one reads it', async () => {
  const repo = await Repo.built();
  const [spec, index] = [repo.read(SPEC), repo.read('docs/tea/index.json')];
  renameSync(join(repo.root, SPEC), join(repo.root, ASIDE));
  expect(toldBy(await repo.build())).toEqual([]);
  expect(repo.read(SPEC)).toBe(spec);
  expect(repo.read('docs/tea/index.json')).toBe(index);
  expect(existsSync(join(repo.root, ASIDE))).toBe(false);
});

it.each([
  ['with nothing that the file lacks, is removed without a word', '', []],
  [
    'is taken in and told of',
    '\nSaved by a rename.\n',
    [expect.objectContaining({ code: 'EDIT_DURING_BUILD', file: SPEC })],
  ],
])('what a killed build had set aside next to the present file %s', async (_, added, told) => {
  const repo = await Repo.built();
  repo.write(ASIDE, repo.read(SPEC) + added);
  repo.editReference();
  expect(toldBy(await repo.build())).toEqual(told);
  expect(repo.read(SPEC).endsWith(added)).toBe(true);
  expect(repo.read(SPEC).match(/Ask Maria first\./g)).toHaveLength(1);
  expect(existsSync(join(repo.root, ASIDE))).toBe(false);
});

it('an editor that has emptied the replaced file and not yet written it empties nothing', async () => {
  const repo = await Repo.built();
  const editor = repo.openEditor();
  repo.editReference();
  await repo.build((id) => {
    if (id === 'tea') editor.save('');
  });
  expect(repo.read(SPEC)).toContain('Ask Maria first.');
});

it('watch takes in what is written some time after it replaced the file', async () => {
  const repo = await Repo.built();
  const editor = repo.openEditor();
  let onBuilt: () => void = () => undefined;
  const isBuilt = (count: number): Promise<void> =>
    new Promise((resolve) => {
      let left = count;
      onBuilt = () => {
        if (--left === 0) resolve();
      };
    });
  const codes: string[] = [];
  const { close } = await watchDocs(repo.root, {
    env: {},
    onEvent(event) {
      if (event.kind !== 'topic') return;
      codes.push(...event.diagnostics.map(({ code }) => code));
      onBuilt();
    },
  });
  onTestFinished(close);
  const first = isBuilt(1);
  repo.editReference();
  await first;
  const second = isBuilt(1);
  editor.append('\nLate.\n');
  await second;
  expect(repo.read(SPEC)).toMatch(/Late\.\n$/);
  expect(codes).toContain('EDIT_DURING_BUILD');
});
