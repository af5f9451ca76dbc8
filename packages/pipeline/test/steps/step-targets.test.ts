import { expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { INDEX, indexTargets, STEP_TARGETS } from '../../src/steps/index.js';
import { buildFolderTree } from '../../src/workspace/index.js';

const tree = buildFolderTree(['a/golden-reference.md', 'a/b/golden-reference.md']);
const docsRoot = { root: '', config: parseConfig('', 'topicmill.yaml'), tree };

it('each step that can be asked for by its name is a target, in the order of the table, and the rest is one', () => {
  expect(STEP_TARGETS.map(({ name, needs }) => [name, ...needs])).toEqual([
    ['chunk'],
    ['keywords'],
    ['topic-spec', 'chunk', 'keywords'],
    ['index-step', 'topic-spec'],
  ]);
});

it('the parts of a folder’s steps, joined, are the steps of the target index', () => {
  const page = { id: 'c', isTopic: true, parentId: '', childIds: [], sources: new Map() };
  for (const folder of [...tree.values(), page]) {
    expect(STEP_TARGETS.flatMap((target) => target.stepsOf(folder))).toEqual(INDEX.stepsOf(folder));
  }
});

it('only topics have single steps, which do not wait for the topics below', () => {
  const [chunk] = STEP_TARGETS;
  expect(chunk!.foldersIn(docsRoot).map(({ id, childIds }) => [id, childIds.length])).toEqual([
    ['a/b', 0],
    ['a', 0],
  ]);
  expect(STEP_TARGETS.at(-1)!.foldersIn(docsRoot)).toHaveLength(tree.size);
});

it('one target builds a folder unless the configuration asks for one for each step', () => {
  expect(indexTargets(docsRoot.config)).toEqual([INDEX]);
  expect(indexTargets(parseConfig('nx: { tasks: step }', 'topicmill.yaml'))).toEqual(STEP_TARGETS);
});
