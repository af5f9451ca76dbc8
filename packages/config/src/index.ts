export { configJsonSchema } from './json-schema.js';
export { type ConfigOverrides, parseConfig } from './parse-config.js';
export { configSchema, type TopicmillConfig } from './schema.js';
