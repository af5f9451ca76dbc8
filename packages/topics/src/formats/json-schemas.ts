import * as z from 'zod';
import { chunksManifestSchema } from './chunks-manifest.js';
import { MAX_UINT64, topicIndexFileSchema } from './index-schema.js';
import { formatJson, type JsonValue } from './json-text.js';
import { relatedTopicsSchema } from './related-json.js';

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'chunks-manifest.schema.json': chunksManifestSchema,
  'index.schema.json': topicIndexFileSchema,
  'related.schema.json': relatedTopicsSchema,
};

/** The text of each published JSON Schema (draft 2020-12) of a topic's files, by file name. */
export function topicJsonSchemas(): ReadonlyMap<string, string> {
  return new Map(Object.entries(SCHEMAS).map(([name, schema]) => [name, formatJson(toJsonSchema(schema))]));
}

function toJsonSchema(schema: z.ZodType): JsonValue {
  const converted = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodBigInt)) return;
      Object.assign(jsonSchema, { type: 'integer', minimum: 0, maximum: Number(MAX_UINT64) });
    },
  });
  return JSON.parse(JSON.stringify(converted), withExactMaximum) as JsonValue;
}

/** The converter stores bounds as doubles, which cannot represent that of an unsigned 64-bit integer. */
function withExactMaximum(key: string, value: unknown): unknown {
  return key === 'maximum' && value === Number(MAX_UINT64) ? MAX_UINT64 : value;
}
