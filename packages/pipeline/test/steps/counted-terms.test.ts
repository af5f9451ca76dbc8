import { sealJson } from '@topicmill/base/files';
import { stopWordsOf } from '@topicmill/text/stop-words';
import { readTerms } from '@topicmill/topics/keywords';
import { expect, it } from 'vitest';
import { folderWork, openMemo, runFolder } from '../../src/runner/index.js';
import { COUNTED_TERMS_MEMO, CountedTerms, readCounted } from '../../src/steps/counted-terms.js';
import { AUTHORITY, INDEX } from '../../src/steps/index.js';
import { DocsRepo } from './docs-repo.js';

const MEMO = `.topicmill/memo/${COUNTED_TERMS_MEMO}.json`;
const TOPIC = 'garden/compost';
const TERMS = `docs/${TOPIC}/_keywords/terms.md`;

async function run(repo: DocsRepo, target: typeof INDEX, id: string): Promise<void> {
  const workspace = repo.open();
  const { outcome } = await runFolder(folderWork(target, workspace.tree.get(id)!), workspace);
  expect(outcome).toBe('built');
}

/** The handbook with its authority made, for which the terms of all topics were counted. */
async function countedHandbook(): Promise<DocsRepo> {
  const repo = DocsRepo.handbook();
  await run(repo, AUTHORITY, '');
  return repo;
}

it('terms come back as they were kept', () => {
  const repo = new DocsRepo();
  const text = '# Sour-dough bread\n\nThe "bread" is a sour dough bread; sour-dough bread | bread \\ bread.\n';
  for (const each of [
    text,
    '',
    '# Über Nacht\n\nDer Teig ruht über Nacht. Über Nacht ruht er, der Teig. Der Teig.\n',
  ]) {
    const terms = readTerms(each, stopWordsOf(['eng'], []));
    const counted = new CountedTerms(() => openMemo(repo.root, COUNTED_TERMS_MEMO, 'engine'));
    counted.keep('key', terms);
    counted.saveIfWritable();
    expect(readCounted(openMemo(repo.root, COUNTED_TERMS_MEMO, 'engine').recall('key')!)).toEqual(terms);
  }
});

it('a step writes the same terms whether or not they were counted before', async () => {
  const repo = await countedHandbook();
  await run(repo, INDEX, TOPIC);
  const terms = repo.read(TERMS);
  for (const lost of [MEMO, '.topicmill/index', TERMS]) repo.remove(lost);
  await run(repo, INDEX, TOPIC);
  expect(repo.read(TERMS)).toBe(terms);
});

it('what was counted for the authority is not counted again, and of an edited reference nothing is known', async () => {
  const repo = await countedHandbook();
  repo.edit(MEMO, (text) => {
    const { sha256: _, ...content } = JSON.parse(text) as Record<string, object>;
    const values = Object.keys(content['values']!).map((key) => [key, '[1,[["kept","single",3,1,3]]]']);
    return sealJson({ ...content, values: Object.fromEntries(values) }).toString();
  });
  await run(repo, INDEX, TOPIC);
  expect(repo.read(TERMS)).toContain('| kept | single | 3 |');
  repo.edit(`docs/${TOPIC}/golden-reference.md`, (text) => `${text}\nMore.\n`);
  await run(repo, AUTHORITY, '');
  repo.remove(MEMO);
  await run(repo, INDEX, TOPIC);
  expect(repo.read(TERMS)).not.toContain('| kept |');
});

it('a dry run keeps nothing', async () => {
  const repo = DocsRepo.handbook();
  const workspace = repo.open();
  await runFolder(folderWork(AUTHORITY, workspace.tree.get('')!), workspace, { dryRun: true });
  expect(() => repo.read(MEMO)).toThrow();
});
