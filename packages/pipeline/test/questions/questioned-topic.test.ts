import { expect, it } from 'vitest';
import { readQuestionedTopics, readTopicsOfChunks } from '../../src/questions/index.js';
import { DocsRepo } from '../steps/docs-repo.js';

const idsOf = ({ topics }: { topics: readonly { id: string }[] }): string[] => topics.map(({ id }) => id);

it('reads the topics that chunks are in, those above them, and no others', async () => {
  const workspace = DocsRepo.handbook().open();
  expect(idsOf(await readQuestionedTopics(workspace))).toContain('garden/compost');
  const chunkIds = ['brewing/espresso#grind', 'nowhere#at-all'];
  expect(idsOf(await readTopicsOfChunks(workspace, chunkIds))).toEqual(['brewing', 'brewing/espresso']);
  expect(idsOf(await readTopicsOfChunks(workspace, []))).toEqual([]);
});
