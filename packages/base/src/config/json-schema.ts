import * as z from 'zod';
import { configSchema } from './schema.js';

/** The text of the published JSON Schema (draft 2020-12) of `topicmill.yaml`, for editors. */
export function configJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(configSchema, { io: 'input' }), null, 2)}\n`;
}
