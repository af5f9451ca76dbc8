import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMBEDDING_DIMENSIONS,
  embedByRows,
  embedText,
  type LoadableRows,
  MODEL_REVISION,
  rowsToPublish,
  textPiecesOf,
} from '../../src/static-embeddings/index.js';
import { bundledWordVectors } from '../../src/static-embeddings/node.js';

const vectors = bundledWordVectors();

function publishedFor(texts: readonly string[], model = MODEL_REVISION) {
  const rows = rowsToPublish(vectors, texts);
  const loaded: string[] = [];
  const published: LoadableRows = {
    model,
    dimensions: EMBEDDING_DIMENSIONS,
    meanScale: vectors.meanScale,
    pieces: [...rows.keys()],
    async load(pieces) {
      loaded.push(...pieces);
      return new Map(pieces.map((piece) => [piece, rows.get(piece)!]));
    },
  };
  return { published, loaded };
}

describe('embedByRows', () => {
  const words = [
    'serializer',
    'JsonSerializer',
    'the',
    'caching',
    'Größe',
    'кэш',
    'zwischenspeichern',
    'x-forwarded-for',
    '##',
  ];
  const { published } = publishedFor(words);

  it('gives the vector of the whole table for whatever words of the texts', async () => {
    const texts = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((own) => own.join(' '));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const expected = textPiecesOf(vectors).knowsOf(text) ? embedText(vectors, text) : undefined;
        expect(await embedByRows(text, published)).toEqual(expected);
      }),
    );
  });

  it('loads only what the text has, and any everyday question is of published pieces', async () => {
    const { published: everyday, loaded } = publishedFor([]);
    const question = 'How do I find out what has changed?';
    expect(await embedByRows(question, everyday)).toEqual(embedText(vectors, question));
    expect([...loaded].sort()).toEqual(['changed', 'do', 'find', 'has', 'how', 'i', 'out', 'what']);
  });

  it('gives nothing for rows of another table', async () => {
    expect(await embedByRows('caching', publishedFor(words, 'another').published)).toBe(undefined);
  });
});
