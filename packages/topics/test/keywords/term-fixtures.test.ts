import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extractTerms } from '@topicmill/topics/keywords';
import { describe, expect, it } from 'vitest';

const FIXTURES = new URL('./fixtures/', import.meta.url);

describe('the terms of a document', () => {
  const names = readdirSync(FIXTURES);

  it('has cases', () => expect(names.length).toBeGreaterThan(10));

  for (const name of names) {
    it(name.replaceAll('-', ' '), () => {
      const folder = new URL(`${name}/`, FIXTURES);
      expect(readdirSync(folder).sort(), fileURLToPath(folder)).toEqual(['expected.md', 'input.md']);
      const terms = extractTerms(readFileSync(new URL('input.md', folder), 'utf8'));
      expect(tableOf(terms)).toBe(readFileSync(new URL('expected.md', folder), 'utf8'));
    });
  }
});

function tableOf(terms: ReturnType<typeof extractTerms>): string {
  const rows = terms.map(({ term, type, count, headerMultiplier, localScore }) =>
    [term, type, count, headerMultiplier.toFixed(2), localScore.toFixed(3)].join(' | '),
  );
  const lines = ['Term | Type | Count | Header | Local', '--- | --- | --- | --- | ---', ...rows];
  return lines.map((line) => `| ${line} |\n`).join('');
}
