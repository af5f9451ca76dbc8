import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const folder = join(import.meta.dirname, '../../../../schemas');

/** The text of a published JSON Schema. */
export function publishedSchema(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** A function that lists what is wrong with a parsed document by a published JSON Schema. */
export function validateAgainst(name: string): (document: unknown) => readonly string[] {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(publishedSchema(name)));
  return (document) => (validate(document) ? [] : validate.errors!.map((e) => `${e.instancePath} ${e.message}`));
}
