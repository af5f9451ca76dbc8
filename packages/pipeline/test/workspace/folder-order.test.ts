import { describe, expect, it } from 'vitest';
import { buildFolderTree } from '../../src/workspace/index.js';

const IDS = ['concepts/chunks', 'reference/errors', 'start/adopt', 'start/quick', 'start/write'];
const childrenIn = (order?: readonly string[]) => {
  const tree = buildFolderTree(
    IDS.map((id) => `${id}/golden-reference.md`),
    order,
  );
  return [tree.get('')!.childIds, tree.get('start')!.childIds];
};

describe('folders', () => {
  it('are sorted by id', () => {
    expect(childrenIn()).toEqual([
      ['concepts', 'reference', 'start'],
      ['start/adopt', 'start/quick', 'start/write'],
    ]);
  });

  it('follow the order of the configuration, a category its first topic, and what is not named comes last', () => {
    expect(childrenIn(['start/quick', 'gone', 'reference', 'start/write'])).toEqual([
      ['start', 'reference', 'concepts'],
      ['start/quick', 'start/write', 'start/adopt'],
    ]);
    expect(childrenIn(['start'])[1]).toEqual(['start/adopt', 'start/quick', 'start/write']);
  });
});
