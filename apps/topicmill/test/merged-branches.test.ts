import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseFolders, verifyFolders } from '../src/verify/verify-folders.js';

/** A section of about 300 words. */
function section(title: string): string {
  const rules = Array.from({ length: 30 }, (_, at) => `Of ${title}, rule ${at} says to wait until the clay is ready.`);
  return `\n## ${title}\n\n${rules.join(' ')}\n`;
}

const TEXT = `# Clay\n\nHow clay is made ready.\n${['Digging', 'Drying', 'Wedging', 'Storing'].map(section).join('')}`;

interface Layout {
  readonly settings: string;
  readonly document: string;
  readonly spec: string;
  readonly index: string;
  /** Where people write about the topic. */
  readonly written: string;
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'a topic folder': {
    settings: 'docsRoot: docs\n',
    document: 'docs/clay/golden-reference.md',
    spec: 'docs/clay/topic-spec.md',
    index: 'docs/clay/index.json',
    written: 'docs/clay/topic-spec.md',
  },
  'a page': {
    settings: 'sources: pages\nsite: { generator: none }\n',
    document: 'docs/clay.md',
    spec: 'topics/clay/topic-spec.md',
    index: 'topics/clay/index.json',
    written: 'topicmill/clay.topic-spec.md',
  },
};

type Change = (text: string) => string;

/** What two branches do to the document. */
const BRANCHES: Readonly<Record<string, readonly [Change, Change]>> = {
  'paragraphs far apart': [
    (text) => text.replace('Of Digging, rule 3', 'The third rule of digging'),
    (text) => text.replace('Of Storing, rule 3', 'The third rule of storing'),
  ],
  'the title and the first paragraph': [
    (text) => text.replace('# Clay', '# Clay for potters').replace('Of Digging, rule 3', 'The third rule of digging'),
    (text) => text.replace('How clay is made ready.', 'How clay is dug and dried.').replace('Of Storing', 'Of storage'),
  ],
};

class Repository extends FileFolder {
  constructor(
    readonly layout: Layout,
    isCommitted: boolean,
  ) {
    super(mkdtempSync(join(tmpdir(), 'topicmill-merge-')));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    const results = isCommitted
      ? []
      : ['topics', '_chunks', '_keywords', 'topic-spec.md', 'index.json', 'related.json'];
    this.write('topicmill.yaml', layout.settings);
    this.write('.gitignore', ['.topicmill', '.embedding-cache', ...results].map((each) => `${each}\n`).join(''));
    this.write(layout.document, TEXT);
    this.git('init', '--quiet', '-b', 'main');
  }

  git(...args: readonly string[]): string {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    return execFileSync('git', ['-C', this.root, ...author, ...args], { encoding: 'utf8', stdio: 'pipe' });
  }

  async build() {
    const { folders, diagnostics } = await buildDocs(openWorkspace(this.root, { env: {} }), {});
    return {
      ran: folders.flatMap(({ steps }) => steps.filter(({ outcome }) => outcome === 'ran')).length,
      diagnostics: [...folders.flatMap(({ steps }) => steps.flatMap((step) => step.diagnostics)), ...diagnostics],
    };
  }

  async commit(message: string): Promise<void> {
    await this.build();
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', message);
  }

  async branch(name: string, change: Change): Promise<void> {
    this.git('checkout', '--quiet', '-b', name, 'main');
    this.edit(this.layout.document, change);
    await this.commit(name);
  }

  /** @returns the files in conflict */
  merge(name: string): string[] {
    try {
      this.git('merge', '--quiet', name);
    } catch {}
    return this.git('diff', '--name-only', '--diff-filter=U')
      .split('\n')
      .filter((path) => path !== '');
  }

  verify() {
    const workspace = openWorkspace(this.root, { env: {} });
    return verifyFolders(chooseFolders([], workspace, this.root), workspace);
  }

  results(): Readonly<Record<string, unknown>> {
    const files = Object.entries(this.files());
    return Object.fromEntries(files.filter(([path]) => !path.startsWith('.')));
  }

  /** Title and description, as the index has them. */
  described(): unknown {
    const { title, description } = JSON.parse(this.read(this.layout.index)) as Record<string, unknown>;
    return { title, description };
  }
}

describe.each(Object.entries(LAYOUTS))('two branches that edit %s', (_, layout) => {
  describe.each(Object.entries(BRANCHES))('in %s', (name, [left, right]) => {
    it.each([
      ['results committed', true, undefined],
      ['results committed, conflicts with their base', true, 'diff3'],
      ['results not committed', false, undefined],
    ])('are merged by one build, %s', async (_, isCommitted, style) => {
      const repository = new Repository(layout, isCommitted);
      if (style !== undefined) repository.git('config', 'merge.conflictStyle', style);
      await repository.commit('All');
      await repository.branch('left', left);
      await repository.branch('right', right);
      const collided = repository.merge('left');
      expect(collided.includes(layout.spec)).toBe(isCommitted);
      expect(collided).not.toContain(layout.document);

      expect(await repository.build()).toMatchObject({ diagnostics: [] });

      expect(repository.read(layout.spec)).not.toMatch(/^(?:<{7}|={7}|>{7}|\|{7})/m);
      expect(repository.verify()).toEqual([]);
      expect((await repository.build()).ran).toBe(0);
      const isRenamed = name !== 'paragraphs far apart';
      expect(repository.described()).toEqual({
        title: isRenamed ? 'Clay for potters' : 'Clay',
        description: isRenamed ? 'How clay is dug and dried.' : 'How clay is made ready.',
      });
      const files = repository.results();
      for (const cache of ['.topicmill', layout.spec]) rmSync(repository.path(cache), { recursive: true });
      await repository.build();
      expect(repository.results()).toEqual(files);

      // Nothing is frozen: a later change of the document is followed.
      repository.edit(layout.document, (text) => text.replace(/^# .*/, '# Loam').replace(/^How .*/m, 'What loam is.'));
      await repository.build();
      expect(repository.described()).toEqual({ title: 'Loam', description: 'What loam is.' });
    });
  });

  const [left, right] = BRANCHES['paragraphs far apart']!;

  it('keep what people wrote about it, and their conflict in it is theirs to resolve', async () => {
    const repository = new Repository(layout, true);
    const note = (text: string) => `# Clay\n\nWhat we say.\n\n## Notes\n\n${text}\n`;
    repository.write(layout.written, note('Ask Maria.'));
    await repository.commit('All');
    await repository.branch('left', left);
    await repository.branch('right', right);
    expect(repository.merge('left')).toContain(layout.spec);
    expect(await repository.build()).toMatchObject({ diagnostics: [] });
    expect(repository.read(layout.written)).toContain(note('Ask Maria.'));
    expect(repository.verify()).toEqual([]);
    await repository.commit('Merged');

    for (const [name, text] of [
      ['two', 'Ask Ida.'],
      ['three', 'Ask nobody.'],
    ] as const) {
      repository.git('checkout', '--quiet', '-b', name, 'right');
      repository.edit(layout.written, (present) => present.replace('Ask Maria.', text));
      await repository.commit(name);
    }
    expect(repository.merge('two')).toContain(layout.written);
    const { diagnostics } = await repository.build();
    expect(diagnostics.map(({ code }) => code)).toContain('CONFLICT_MARKERS');
    expect(repository.read(layout.written)).toContain('=======\nAsk Ida.\n>>>>>>> two\n');
  });
});
