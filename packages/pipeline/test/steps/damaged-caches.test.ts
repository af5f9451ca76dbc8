import { expect, it } from 'vitest';
import { notedHandbook } from './noted-handbook.js';

it('a damaged state is told, with its file and what is done about it', async () => {
  const repo = await notedHandbook();
  const state = '.topicmill/index/docs/garden/compost/state.br';
  const bytes = repo.bytes(state);
  bytes[100]! ^= 1;
  repo.write(state, bytes);
  const expected = repo.files();
  const build = await repo.build();
  expect(build.diagnostics).toEqual([
    expect.objectContaining({ severity: 'warning', code: 'CACHE_FILE_DAMAGED', file: state }),
  ]);
  expect(repo.files()).toEqual(expected);
  expect((await repo.build()).diagnostics).toEqual([]);
});

it('a restored state of another folder, or one that is damaged, is told and rebuilt', async () => {
  const repo = await notedHandbook();
  const expected = repo.files();
  const [compost, espresso] = ['garden/compost', 'brewing/espresso'].map(
    (id) => `.topicmill/index/docs/${id}/state.br`,
  );
  repo.write(compost!, repo.bytes(espresso!));
  repo.edit('docs/garden/compost/index.json', (text) => `${text} `);
  const report = await repo.reconcile();
  expect(report.rebuilt).toEqual(['docs/garden/compost']);
  expect(report.diagnostics).toEqual([expect.objectContaining({ code: 'CACHE_FILE_DAMAGED', file: compost })]);
  expect(repo.files()).toEqual(expected);
});

it('a restored state of other sources of the same folder is rebuilt', async () => {
  const repo = await notedHandbook();
  const expected = repo.files();
  const state = '.topicmill/index/docs/garden/compost/state.br';
  const reference = 'docs/garden/compost/golden-reference.md';
  const text = repo.read(reference);
  repo.write(reference, `${text}\n## More\n\nAnother subject.\n`);
  await repo.build();
  const other = repo.bytes(state);
  repo.write(reference, text);
  await repo.build();
  repo.write(state, other);
  repo.edit('docs/garden/compost/index.json', (index) => `${index} `);
  expect((await repo.reconcile()).rebuilt).toEqual(['docs/garden/compost']);
  expect(repo.files()).toEqual(expected);
});

it('a sealed state cannot name a file that its steps do not own', async () => {
  const { sealJson, unseal } = await import('@topicmill/base/files');
  const repo = await notedHandbook();
  const state = '.topicmill/index/docs/garden/compost/state.br';
  const content = unseal(repo.bytes(state)) as {
    steps: Record<'chunk' | 'terms', { files: Record<string, string> }>;
  };
  content.steps.chunk.files['../../../escaped.md'] = 'x';
  content.steps.terms.files['golden-reference.md'] = 'x';
  repo.write(state, sealJson(content).toString('utf8'));
  const expected = repo.files();
  expect((await repo.build()).ran).toContain('garden/compost:chunk');
  expect(repo.files()).toEqual(expected);
});
