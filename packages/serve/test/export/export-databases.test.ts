import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkUuid, vectorJson } from '../../src/export/export-record.js';
import { DATABASE_FORMATS, type ExportedDocs, type ExportFile, exportJsonl } from '../../src/export/index.js';
import { chunk, hrefOf, sampleDocs } from './sample-docs.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const { typesense, qdrant, pgvector } = DATABASE_FORMATS;
const textOf = ({ pieces }: ExportFile): string => [...pieces()].join('');
const linesOf = (file: ExportFile): Record<string, unknown>[] =>
  textOf(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const withoutVectors = (docs: ExportedDocs): ExportedDocs => ({
  ...docs,
  model: undefined,
  topics: docs.topics.map((topic) => ({
    ...topic,
    chunks: topic.chunks.map((each) => ({ ...each, vector: undefined })),
  })),
});

describe('chunkUuid', () => {
  it('is a UUID, the same each time, another for another chunk', () => {
    expect(chunkUuid('drinks/tea', { index: 0 })).toMatch(UUID);
    expect(chunkUuid('drinks/tea', { index: 0 })).toBe(chunkUuid('drinks/tea', { index: 0 }));
    expect(
      new Set([0, 1, 2].flatMap((at) => [chunkUuid('a', { index: at }), chunkUuid('a#1', { index: at })])).size,
    ).toBe(6);
  });
});

describe('vectorJson', () => {
  it('gives the same float32 again', () => {
    fc.assert(
      fc.property(fc.float32Array({ noNaN: true, noDefaultInfinity: true }), (values) => {
        const positive = values.map((value) => value + 0);
        expect(Float32Array.from(JSON.parse(vectorJson(positive)) as number[])).toEqual(positive);
      }),
    );
  });
});

describe('exportJsonl', () => {
  it('gives each chunk a line with its text, place and vector', () => {
    const [file] = exportJsonl(sampleDocs(), hrefOf);
    const lines = linesOf(file!);
    expect(lines.map(({ topic, index }) => [topic, index])).toEqual([
      ['bread', 0],
      ['drinks/tea', 0],
      ['drinks/tea', 1],
    ]);
    expect(lines[2]).toEqual({
      format: 3,
      uuid: chunkUuid('drinks/tea', { index: 1 }),
      topic: 'drinks/tea',
      topic_title: 'Tea',
      topic_description: 'Leaves in water.',
      index: 1,
      title: 'Part 1',
      headings: ['Tea'],
      href: 'drinks/tea/_chunks/golden-reference-1.md',
      source_href: 'drinks/tea/golden-reference.md',
      lines: [2, 3],
      source_range: { start: 10, end: 20 },
      tokens: 12,
      is_code: true,
      keywords: [],
      questions: [],
      similarity_conceptual: 0.25,
      similarity_technical: 1,
      text: '# Tea\n\nLine\r\nend, tab\t; — 茶\n',
      model: 'builtin:1',
      vector: [0.1, -0.33333334, 1],
    });
  });

  it('says which questions a chunk answers, and which of them a model wrote', () => {
    const [file] = exportJsonl(sampleDocs(), hrefOf);
    expect(linesOf(file!)[1]).toMatchObject({
      questions: [{ question: 'Is it "hot", too?' }, { question: 'Which leaves?', origin: 'model' }],
    });
  });

  it('leaves out model and vectors where there are none', () => {
    const [file] = exportJsonl(withoutVectors(sampleDocs()), hrefOf);
    for (const line of linesOf(file!)) expect(Object.keys(line)).not.toEqual(expect.arrayContaining(['vector']));
  });
});

describe('Typesense', () => {
  const [collection, documents] = typesense.exportAll(sampleDocs(), hrefOf, 'chunks');

  it('creates a collection whose fields are those of the documents, by type', () => {
    const { name, fields } = JSON.parse(textOf(collection!)) as {
      name: string;
      fields: { name: string; type: string; num_dim?: number; optional?: boolean; index?: boolean }[];
    };
    expect(name).toBe('chunks');
    const isOf: Readonly<Record<string, (value: unknown) => boolean>> = {
      string: (value) => typeof value === 'string',
      'string[]': (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
      int32: Number.isInteger,
      bool: (value) => typeof value === 'boolean',
      float: (value) => typeof value === 'number',
      'float[]': (value) => Array.isArray(value) && value.length === 3,
    };
    for (const document of linesOf(documents!)) {
      for (const field of fields) {
        const isLeftOut = field.optional === true && !(field.name in document);
        expect([field.name, isLeftOut || isOf[field.type]!(document[field.name])]).toEqual([field.name, true]);
      }
      // An id with a sign that has to be encoded in a URL is refused.
      expect(document['id']).toMatch(UUID);
    }
    expect(fields.find(({ type }) => type === 'float[]')).toEqual({ name: 'embedding', type: 'float[]', num_dim: 3 });
    expect(linesOf(documents!)[1]).toMatchObject({
      questions: ['Is it "hot", too?', 'Which leaves?'],
      question_origins: ['people', 'model'],
    });
    // A field that is not indexed has to be optional.
    expect(fields.filter(({ index, optional }) => index === false && optional !== true)).toEqual([]);
  });

  it('has no embedding without vectors', () => {
    const [schema] = typesense.exportAll(withoutVectors(sampleDocs()), hrefOf, 'chunks');
    expect(textOf(schema!)).not.toContain('embedding');
  });
});

describe('Qdrant', () => {
  it('makes bodies of points with UUIDs, vectors of the collection’s size and the rest as payload', () => {
    const many = Array.from({ length: 130 }, (_, at) => chunk(at, `Text ${at}`));
    const docs = sampleDocs({ topics: [{ ...sampleDocs().topics[1]!, chunks: many }] });
    const [collection, requests] = qdrant.exportAll(docs, hrefOf, 'chunks');
    expect(JSON.parse(textOf(collection!))).toEqual({ vectors: { size: 3, distance: 'Cosine' } });
    const bodies = linesOf(requests!) as unknown as { points: { id: string; vector: number[]; payload: object }[] }[];
    expect(bodies.map(({ points }) => points.length)).toEqual([64, 64, 2]);
    const points = bodies.flatMap((body) => body.points);
    expect(new Set(points.map(({ id }) => id)).size).toBe(130);
    for (const [at, point] of points.entries()) {
      expect(Object.keys(point)).toEqual(['id', 'vector', 'payload']);
      expect(point.id).toMatch(UUID);
      expect(point.vector).toHaveLength(3);
      expect(point.payload).toMatchObject({ topic: 'drinks/tea', index: at, text: `Text ${at}` });
    }
  });

  it('refuses to go without vectors', () => {
    const [collection] = qdrant.exportAll(withoutVectors(sampleDocs()), hrefOf, 'chunks');
    expect(() => textOf(collection!)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});

describe('pgvector', () => {
  it('is imported by PostgreSQL, finds by vector, and replaces what an earlier import brought', async () => {
    const database = await PGlite.create({ extensions: { vector } });
    try {
      await importInto(database, sampleDocs());
      const fewer = sampleDocs({ topics: sampleDocs().topics.slice(1) });
      await importInto(database, fewer);
      const { rows } = await database.query(
        "SELECT topic, topic_description, chunk_index, text, keywords, similarity_technical, is_code, questions, format FROM chunks ORDER BY embedding <=> '[0.1,-0.33,0.9]'",
      );
      expect(rows).toEqual([
        {
          topic: 'drinks/tea',
          topic_description: 'Leaves in water.',
          chunk_index: 1,
          text: '# Tea\n\nLine\r\nend, tab\t; — 茶\n',
          keywords: [],
          similarity_technical: 1,
          is_code: true,
          questions: [],
          format: 3,
        },
        {
          topic: 'drinks/tea',
          topic_description: 'Leaves in water.',
          chunk_index: 0,
          text: '# Tea\n\nIn water.\n',
          keywords: ['green leaves', 'tea'],
          similarity_technical: null,
          is_code: false,
          questions: [{ question: 'Is it "hot", too?' }, { question: 'Which leaves?', origin: 'model' }],
          format: 3,
        },
      ]);
      const { rows: indexes } = await database.query(
        "SELECT indexdef FROM pg_indexes WHERE indexname = 'chunks_embedding'",
      );
      expect(indexes).toEqual([{ indexdef: expect.stringContaining('hnsw (embedding vector_cosine_ops)') }]);
    } finally {
      await database.close();
    }
  });

  it.each([
    [1536, 'hnsw (embedding vector_cosine_ops)'],
    [3072, 'hnsw ((embedding::halfvec(3072)) halfvec_cosine_ops)'],
  ])('indexes vectors of %i components as far as pgvector can', (dimensions, index) => {
    expect(scriptFor(dimensions)).toContain(index);
  });

  it('makes no index beyond that', () => {
    expect(scriptFor(4096)).not.toContain('CREATE INDEX');
  });
});

function scriptFor(dimensions: number): string {
  const [topic] = sampleDocs().topics;
  const chunks = [chunk(0, 'Text', { vector: new Float32Array(dimensions).fill(1) })];
  return textOf(pgvector.exportAll(sampleDocs({ topics: [{ ...topic!, chunks }] }), hrefOf, 'chunks')[1]!);
}

/** Runs the script as psql would, whose `\copy` reads a file of the client. */
async function importInto(database: PGlite, docs: ExportedDocs): Promise<void> {
  const [csv, script] = pgvector.exportAll(docs, hrefOf, 'chunks');
  const statements = textOf(script!).split(/^(\\copy .*)$/m);
  expect(statements).toHaveLength(3);
  await database.exec(statements[0]!);
  const copy = statements[1]!.replace('\\copy', 'COPY').replace("'pgvector.csv'", "'/dev/blob'");
  await database.query(copy, [], { blob: new Blob([textOf(csv!)]) });
  await database.exec(statements[2]!);
}
