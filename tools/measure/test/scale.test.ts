import { describe, expect, it } from 'vitest';
import { scaleSection } from '../src/bench/scale-section.js';

describe('scaleSection', () => {
  it('measures builds, searches and disk of a site in two languages', async () => {
    const { columns, rows } = await scaleSection({ pageCounts: [6], languageCounts: [2] }, () => {});
    const cell = (name: string, column: string): unknown =>
      rows.find((row) => row.name === `6 pages, 2 languages: ${name}`)?.values[columns.indexOf(column)];
    for (const name of [
      'cold build',
      'nothing changed',
      'one edit',
      'first query after an edit',
      'later query, words alone',
      'branch switch of 3 pages',
    ]) {
      expect([name, cell(name, 'CPU s'), cell(name, 'peak MB')]).toEqual([
        name,
        expect.any(Number),
        expect.any(Number),
      ]);
    }
    expect(cell('search over MCP', 'p99 ms')).toBeGreaterThanOrEqual(cell('search over MCP', 'p50 ms') as number);
    expect(cell('disk, sources', 'files')).toBe(6);
    expect(cell('disk, sources', 'times sources')).toBe(1);
    expect(cell('disk, all that is made', 'times sources')).toBeGreaterThan(1);
  });
});
