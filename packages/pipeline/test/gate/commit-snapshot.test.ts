import { openWorkspace } from '@topicmill/pipeline/workspace';
import { describe, expect, it } from 'vitest';
import { commitSnapshot, cutTopics, diffChunks, worktreeSnapshot } from '../../src/gate/index.js';
import { GitRepo } from './git-repo.js';

const REFERENCE = 'golden-reference.md';

function reference(title: string, ...sections: readonly string[]): string {
  const body = sections.map(
    (name) => `## ${name}\n\n${`${name} of ${title} is told here at length and with care.\n`.repeat(40)}\n`,
  );
  return `# ${title}\n\nAll of it.\n\n${body.join('')}`;
}

function repoOfTwo(): GitRepo {
  const repo = new GitRepo();
  repo.write('topicmill.yaml', 'docsRoot: docs\n');
  repo.write(`docs/drinks/tea/${REFERENCE}`, reference('Tea', 'Making', 'Storing'));
  repo.write('docs/drinks/tea/qa-pairs.md', '## Q: What is tea?\n\nA: Leaves in water.\n');
  repo.write(`docs/bread/${REFERENCE}`, reference('Bread', 'Baking'));
  return repo;
}

async function cutAt(repo: GitRepo, revision: string) {
  return (await cutTopics(await commitSnapshot(repo.root, revision, undefined))).topics;
}

async function cutNow(repo: GitRepo) {
  return (await cutTopics(worktreeSnapshot(openWorkspace(repo.root, { env: {} })))).topics;
}

describe('commitSnapshot', () => {
  it('gives the topics of a commit as they were, whatever the worktree holds', async () => {
    const repo = repoOfTwo();
    const commit = repo.commit();
    const before = await cutNow(repo);
    repo.write(`docs/drinks/tea/${REFERENCE}`, reference('Green tea', 'Steeping'));
    repo.remove('docs/bread');
    repo.write(`docs/jam/${REFERENCE}`, reference('Jam', 'Boiling'));
    expect(await cutAt(repo, commit)).toEqual(before);
    expect(await cutAt(repo, 'HEAD')).toEqual(before);
    expect(repo.git('status', '--porcelain').split('\n')).toHaveLength(4);
  });

  it('cuts the pages of a site as a build does, below their titles and with their questions', async () => {
    const repo = new GitRepo();
    repo.write('topicmill.yaml', 'docsRoot: site\nsources: pages\nsite:\n  generator: mkdocs\n');
    repo.write('site/guide/tea.md', '---\ntitle: Tea\n---\n\nLeaves steep in hot water.\n');
    repo.write('topicmill/guide/tea.qa.md', '## Q: What is tea?\n\nA: Leaves in water.\n');
    expect(await cutNow(repo)).toMatchObject([
      {
        id: 'guide/tea',
        title: 'Tea',
        chunks: [{ text: expect.stringContaining('# Tea\n\nLeaves steep') }],
        questions: [{ text: 'What is tea?', answer: 'Leaves in water.' }],
      },
    ]);
  });

  it('tells which chunks changed between two commits', async () => {
    const repo = repoOfTwo();
    repo.commit();
    repo.write(`docs/drinks/tea/${REFERENCE}`, reference('Tea', 'Making', 'Storing', 'Serving'));
    repo.commit();
    repo.remove('docs/bread');
    repo.commit();
    expect(diffChunks(await cutAt(repo, 'HEAD~2'), await cutAt(repo, 'HEAD~1'))).toMatchObject([
      { id: 'drinks/tea', kind: 'changed', chunks: [{ kind: 'added', title: 'Serving' }] },
    ]);
    expect(diffChunks(await cutAt(repo, 'HEAD~1'), await cutAt(repo, 'HEAD'))).toMatchObject([
      { id: 'bread', kind: 'removed' },
    ]);
    expect(diffChunks(await cutAt(repo, 'HEAD'), await cutNow(repo))).toEqual([]);
  });

  it('reads the configuration that the commit had', async () => {
    const repo = repoOfTwo();
    repo.commit();
    repo.git('mv', 'docs', 'texts');
    repo.write('topicmill.yaml', 'docsRoot: texts\nchunking:\n  exclude:\n    - bread\n');
    repo.commit();
    expect((await cutAt(repo, 'HEAD~1')).map(({ id }) => id)).toEqual(['bread', 'drinks/tea']);
    expect((await cutAt(repo, 'HEAD')).map(({ id }) => id)).toEqual(['drinks/tea']);
  });

  it('reads names beyond ASCII', async () => {
    const repo = repoOfTwo();
    repo.write(`docs/getränke/kaffee "schwarz"/${REFERENCE}`, reference('Kaffee', 'Rösten'));
    repo.commit();
    const ids = (await cutAt(repo, 'HEAD')).map(({ id }) => id);
    expect(ids).toEqual(['bread', 'drinks/tea', 'getränke/kaffee "schwarz"']);
    repo.remove('docs/getränke');
    expect((await cutAt(repo, 'HEAD')).map(({ id }) => id)).toEqual(ids);
  });

  it.each(['nowhere', '--output=x', '', 'HEAD:docs'])('refuses what names no commit: "%s"', async (revision) => {
    const repo = repoOfTwo();
    repo.commit();
    await expect(commitSnapshot(repo.root, revision, undefined)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});

describe('cutTopics', () => {
  it('leaves out a topic that cannot be cut and says why', async () => {
    const repo = repoOfTwo();
    repo.write(`docs/bread/${REFERENCE}`, '\n');
    const { topics, diagnostics } = await cutTopics(worktreeSnapshot(openWorkspace(repo.root, { env: {} })));
    expect(topics.map(({ id }) => id)).toEqual(['drinks/tea']);
    expect(diagnostics).toMatchObject([{ code: 'EMPTY_DOCUMENT', file: `docs/bread/${REFERENCE}` }]);
  });

  it('takes each question once, with its answer', async () => {
    const repo = repoOfTwo();
    repo.write('docs/drinks/tea/qa-pairs.md', 'Q: Why?\nA: So.\n\nQ: How?\nA: Thus.\n\nQ: Why?\nA: Still.\n');
    const tea = (await cutNow(repo)).find(({ id }) => id === 'drinks/tea');
    expect(tea?.questions).toEqual([
      { text: 'Why?', answer: 'So.' },
      { text: 'How?', answer: 'Thus.' },
    ]);
  });
});
