import { describe, expect, it } from 'vitest';
import { topicJsonSchemas } from '../../src/formats/index.js';
import { publishedSchema, validateAgainst } from './published-schema.js';

describe.each([...topicJsonSchemas()])('%s', (name, schema) => {
  it('is published as it is generated (`npm run schemas`)', () => {
    expect(publishedSchema(name)).toBe(schema);
  });

  it('knows no keys but its own', () => {
    expect(validateAgainst(name)({ unknown: 1 })).toContain(' must NOT have additional properties');
  });
});

describe('index.schema.json', () => {
  it('states the bounds of a prompt hash exactly', () => {
    expect(publishedSchema('index.schema.json')).toContain('"maximum": 18446744073709551615');
  });
});
