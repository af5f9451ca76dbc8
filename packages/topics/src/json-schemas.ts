import { z } from 'zod';
import { chunksManifestSchema } from './chunks-manifest.js';
import { topicIndexSchema } from './index-schema.js';
import { formatJson, type JsonValue } from './json-text.js';
import { relatedTopicsSchema } from './related-json.js';

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'chunks-manifest.schema.json': chunksManifestSchema,
  'index.schema.json': topicIndexSchema,
  'related.schema.json': relatedTopicsSchema,
};

/** The text of each published JSON Schema (draft 2020-12) of a topic's files, by file name. */
export function topicJsonSchemas(): ReadonlyMap<string, string> {
  return new Map(Object.entries(SCHEMAS).map(([name, schema]) => [name, formatJson(toJsonSchema(schema))]));
}

function toJsonSchema(schema: z.ZodType): JsonValue {
  return z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodBigInt)) return;
      const { minValue, maxValue } = zodSchema;
      Object.assign(jsonSchema, { type: 'integer', minimum: minValue ?? undefined, maximum: maxValue ?? undefined });
    },
  }) as JsonValue;
}
