import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildAll } from '../../src/watch/docs-builder.js';
import { type WatchEvent, watchDocs } from '../../src/watch/index.js';

const SOURCES = new Set(['golden-reference.md', 'qa-pairs.md']);
const TEA = 'docs/drinks/tea/golden-reference.md';

function reference(title: string): string {
  const section = (name: string): string =>
    `## ${name}\n\n${`${name} of ${title} is told here at length.\n`.repeat(40)}\n`;
  return `# ${title}\n\nAll of it.\n\n${['Making', 'Storing', 'Serving'].map(section).join('')}`;
}

/** A watched repository and its events, each of which is returned once. */
class WatchedRepo extends FileFolder {
  readonly seen: WatchEvent[] = [];
  private readonly unread: WatchEvent[] = [];
  private wake: () => void = () => undefined;

  static async open(): Promise<WatchedRepo> {
    const repo = new WatchedRepo(mkdtempSync(join(tmpdir(), 'topicmill-watch-')));
    repo.write('topicmill.yaml', 'docsRoot: docs\n');
    repo.write(TEA, reference('Tea'));
    repo.write('docs/drinks/coffee/golden-reference.md', reference('Coffee'));
    const { close } = await watchDocs(repo.root, {
      env: {},
      onEvent: (event) => {
        repo.seen.push(event);
        repo.unread.push(event);
        repo.wake();
      },
    });
    onTestFinished(async () => {
      await close();
      rmSync(repo.root, { recursive: true, force: true });
    });
    return repo;
  }

  madeFiles(): Record<string, string> {
    return this.files('docs');
  }

  /** The same for a copy of the sources, built once. */
  async builtAfresh(): Promise<Record<string, string>> {
    const copy = mkdtempSync(join(tmpdir(), 'topicmill-built-'));
    try {
      cpSync(join(this.root, 'topicmill.yaml'), join(copy, 'topicmill.yaml'));
      cpSync(join(this.root, 'docs'), join(copy, 'docs'), {
        recursive: true,
        filter: (path) => statSync(path).isDirectory() || SOURCES.has(basename(path)),
      });
      await buildAll(openWorkspace(copy, { env: {} }));
      return new FileFolder(copy).files('docs');
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }

  /** The next event of a kind; those before it are passed over. */
  async next<K extends WatchEvent['kind']>(kind: K): Promise<WatchEvent & { kind: K }> {
    for (;;) {
      const event = this.unread.shift();
      if (event?.kind === kind) return event as WatchEvent & { kind: K };
      if (event === undefined) {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    }
  }
}

describe('watchDocs', () => {
  it('builds everything, then tells what a save did to the chunks of a topic', async () => {
    const repo = await WatchedRepo.open();
    expect(await repo.next('ready')).toMatchObject({ topicCount: 2, diagnostics: [] });
    expect(existsSync(join(repo.root, 'docs/index.json'))).toBe(true);
    appendFileSync(join(repo.root, TEA), `## Growing\n\n${'It grows on hills where rain falls.\n'.repeat(40)}`);
    expect(await repo.next('saved')).toEqual({ kind: 'saved', paths: ['drinks/tea/golden-reference.md'] });
    expect(repo.seen.map(({ kind }) => kind)).not.toContain('topic');
    const event = await repo.next('topic');
    expect(event).toMatchObject({ id: 'drinks/tea', outcome: 'built' });
    expect(event.chunks?.chunks).toContainEqual(expect.objectContaining({ kind: 'added', title: 'Growing' }));
    expect(event.stripesChanged).toContain('conceptual');
    expect(event.paths).toContain('drinks/tea/index.json');
    expect(repo.read('docs/drinks/tea/_chunks/golden-reference.chunks.json')).toContain('Growing');
  });

  it('brings up to date what depends on all topics, and does not answer its own writes', async () => {
    const repo = await WatchedRepo.open();
    repo.write(TEA, reference('Green tea'));
    expect((await repo.next('topic')).id).toBe('drinks/tea');
    expect((await repo.next('docs-root')).paths).toContain('related.json');
    repo.write('docs/drinks/coffee/golden-reference.md', reference('Black coffee'));
    expect((await repo.next('topic')).id).toBe('drinks/coffee');
    await repo.next('docs-root');
    expect(repo.seen.filter(({ kind }) => kind === 'topic')).toHaveLength(2);
  });

  it('leaves the files that a build makes of the same sources, after saves in the midst of its work', async () => {
    const repo = await WatchedRepo.open();
    const rare = 'The samovar-kettle sings. A samovar-kettle is a samovar-kettle.\n';
    for (const name of ['cake', 'jam', 'honey']) {
      repo.write(`docs/food/${name}/golden-reference.md`, `${reference(name)}\n## Kettles\n\n${rare}`);
      await repo.next('topic');
    }
    // Terms of one topic become those of many: every topic's keywords are others now.
    repo.write(TEA, `${reference('Green tea')}\n## Kettles\n\n${rare}`);
    await repo.next('topic');
    repo.write('docs/drinks/coffee/golden-reference.md', `${reference('Coffee')}\n## Kettles\n\n${rare}`);
    await repo.next('topic');
    rmSync(join(repo.root, 'docs/food/jam'), { recursive: true });
    repo.write('docs/food/cake/qa-pairs.md', '## Q: What sings?\n\nA: The kettle.\n');
    const built = await repo.builtAfresh();
    await expect.poll(() => repo.madeFiles(), { interval: 300 }).toEqual(built);
  });

  it('reports a reference that cannot be built, and builds it once it can', async () => {
    const repo = await WatchedRepo.open();
    repo.write(TEA, '\n');
    const failed = await repo.next('topic');
    expect(failed).toMatchObject({ outcome: 'failed', diagnostics: [{ code: 'EMPTY_DOCUMENT' }] });
    repo.write(TEA, `${reference('Tea')}\nOne more line.\n`);
    expect(await repo.next('topic')).toMatchObject({ outcome: 'built' });
  });

  it('takes up topics that come, and clears away what was made for those that go', async () => {
    const repo = await WatchedRepo.open();
    repo.write('docs/bread/golden-reference.md', reference('Bread'));
    expect(await repo.next('reopened')).toMatchObject({ topicCount: 3, goneIds: [] });
    expect(await repo.next('topic')).toMatchObject({ id: 'bread', chunks: { kind: 'changed' } });
    expect((await repo.next('docs-root')).paths).toContain('index.json');
    expect(repo.read('docs/index.json')).toContain('"bread"');
    rmSync(join(repo.root, 'docs/bread/golden-reference.md'));
    expect(await repo.next('reopened')).toMatchObject({ topicCount: 2, goneIds: ['bread'] });
    await repo.next('docs-root');
    expect(existsSync(join(repo.root, 'docs/bread/index.json'))).toBe(false);
    expect(repo.read('docs/index.json')).not.toContain('"bread"');
  });

  it('cuts anew when the configuration asks for other chunks, and keeps watching when it is broken', async () => {
    const repo = await WatchedRepo.open();
    repo.write('topicmill.yaml', 'docsRoot: [\n');
    expect(await repo.next('failed')).toMatchObject({ diagnostics: [{ code: 'CONFIG_UNREADABLE' }] });
    repo.write('topicmill.yaml', 'docsRoot: docs\nchunking:\n  exclude:\n    - drinks/tea\n');
    await repo.next('reopened');
    expect((await repo.next('docs-root')).paths).toContain('drinks/tea/index.json');
    expect(existsSync(join(repo.root, 'docs/drinks/tea/_chunks/golden-reference-0.md'))).toBe(false);
  });
});
