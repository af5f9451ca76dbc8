import { describe, expect, it } from 'vitest';
import { buildRelatedTopics, formatRelatedJson, readRelatedJson } from '../../src/formats/index.js';
import { validateAgainst } from './published-schema.js';

const neighbours = new Map([
  ['b', [{ id: 'a', similarity: 0.5 }]],
  ['a', []],
  [
    'Z',
    [
      { id: 'b', similarity: 0.612_34 },
      { id: 'a', similarity: 0.612_31 },
      { id: 'c', similarity: 0.9 },
    ],
  ],
]);

describe('related.json', () => {
  it('lists topics by id and their neighbours nearest first, in four decimals, ties by id', () => {
    const text = formatRelatedJson(buildRelatedTopics(neighbours));
    expect(text).toBe(`{
  "topics": [
    {
      "id": "Z",
      "related": [
        { "id": "c", "similarity": 0.9 },
        { "id": "a", "similarity": 0.6123 },
        { "id": "b", "similarity": 0.6123 }
      ]
    },
    {
      "id": "a",
      "related": []
    },
    {
      "id": "b",
      "related": [
        { "id": "a", "similarity": 0.5 }
      ]
    }
  ]
}
`);
    expect(validateAgainst('related.schema.json')(JSON.parse(text))).toEqual([]);
    expect(readRelatedJson(text, 'related.json')).toEqual(buildRelatedTopics(neighbours));
  });

  it('rejects what does not fit, with the place', () => {
    const text = '{ "topics": [{ "id": "a", "related": [{ "id": "b", "similarity": 2 }] }] }';
    expect(() => readRelatedJson(text, 'docs/related.json')).toThrow(
      expect.objectContaining({
        code: 'INDEX_INVALID',
        message: expect.stringContaining('topics[0].related[0].similarity'),
      }),
    );
  });
});
