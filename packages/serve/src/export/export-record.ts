import { headingPath, RESULT_FORMAT, type ResultJson } from '@topicmill/search/retrieval';
import { chunkFactsJson } from '@topicmill/topics/formats';
import { chunkUuid } from './chunk-uuid.js';
import type { ExportedChunk, ExportedDocs, ExportedTopic, HrefOf } from './export-topic.js';

/** What every export says of a chunk besides its vector: a result with all that is known of the chunk. */
export type ExportedFields = ResultJson & { readonly [Key in KnownField]: NonNullable<ResultJson[Key]> };

type KnownField =
  | 'format'
  | 'uuid'
  | 'href'
  | 'source_href'
  | 'lines'
  | 'source_range'
  | 'keywords'
  | 'questions'
  | 'similarity_conceptual'
  | 'text';

/** A chunk with what an export says of it. */
export interface ExportRecord {
  readonly facts: ExportedFields;
  readonly vector: Float32Array | undefined;
}

/** All chunks, topic by topic. */
export function* exportRecords({ topics }: ExportedDocs, hrefOf: HrefOf): Generator<ExportRecord> {
  for (const topic of topics) {
    for (const chunk of topic.chunks) yield { facts: factsOf(topic, chunk, hrefOf), vector: chunk.vector };
  }
}

function factsOf(topic: ExportedTopic, chunk: ExportedChunk, hrefOf: HrefOf): ExportedFields {
  const { version, locale } = topic;
  return {
    format: RESULT_FORMAT,
    uuid: chunkUuid(topic.id, chunk),
    topic: topic.id,
    topic_title: topic.title,
    ...(topic.description === undefined ? {} : { topic_description: topic.description }),
    ...(version === undefined ? {} : { version }),
    ...(locale === undefined ? {} : { locale }),
    index: chunk.index,
    title: chunk.title,
    headings: headingPath(chunk.text),
    href: hrefOf(chunk.path),
    source_href: hrefOf(topic.referencePath),
    lines: [...chunk.lines],
    source_range: { start: chunk.startByte, end: chunk.endByte },
    ...chunkFactsJson(chunk),
    keywords: [...chunk.keywords],
    questions: chunk.questions.map(({ question, origin }) => ({
      question,
      ...(origin === undefined ? {} : { origin }),
    })),
    similarity_conceptual: chunk.similarityConceptual,
    ...(chunk.similarityTechnical === undefined ? {} : { similarity_technical: chunk.similarityTechnical }),
    text: chunk.text,
  };
}

/** Length of the vectors; 0 when there are none. */
export function dimensionsOf({ topics }: ExportedDocs): number {
  for (const { chunks } of topics) if (chunks[0] !== undefined) return chunks[0].vector?.length ?? 0;
  return 0;
}

const FLOAT32_DIGITS = 9;

/** A vector as JSON: the fewest digits that give the same float32 again. */
export function vectorJson(vector: Float32Array): string {
  return `[${Array.from(vector, shortest).join(',')}]`;
}

function shortest(value: number): string {
  for (let digits = 6; digits < FLOAT32_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(FLOAT32_DIGITS)));
}
