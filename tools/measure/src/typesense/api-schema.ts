import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

interface OpenApi {
  readonly info: { readonly version: string };
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Typesense's description of its requests. */
export interface ApiSchema {
  readonly version: string;
  /** What is wrong with the body of a request that creates a collection; nothing if it is as described. */
  collectionFaults(body: unknown): string[];
}

/** Properties of these are those that are described: a misspelt one is a fault. */
const CLOSED = ['CollectionSchema', 'Field'];

/**
 * Reads `openapi.yml` of a checkout of Typesense's API specification.
 *
 * @throws TopicmillError `INVALID_OPTION` for a folder without it
 */
export function readApiSchema(checkout: string): ApiSchema {
  const file = join(checkout, 'openapi.yml');
  const { info, components } = parse(readSource(file)) as OpenApi;
  const schemas = { ...components.schemas };
  for (const name of CLOSED) schemas[name] = { ...schemas[name], additionalProperties: false };
  // Keywords that only OpenAPI has, as `example`, say nothing of what is valid.
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
  ajv.addSchema({ components: { schemas } }, 'api');
  const validate = ajv.compile({ $ref: 'api#/components/schemas/CollectionSchema' });
  return {
    version: info.version,
    collectionFaults: (body) =>
      validate(body) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`.trim()),
  };
}

function readSource(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new TopicmillError('INVALID_OPTION', `${file} cannot be read.`, {
      remedy: 'Name a checkout of typesense/typesense-api-spec.',
    });
  }
}
