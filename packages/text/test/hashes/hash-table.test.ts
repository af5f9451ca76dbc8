import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashTable } from '../../src/hashes.js';

interface Named {
  readonly hash: number;
  readonly name: number;
}

/** Few hashes, some of which begin their search at the same slot. */
const hashes = fc.constantFrom(0, 1, -1, 0xffff_ffff, 1 << 15, 1 << 20, (1 << 20) + 1);
const named = fc.record({ hash: fc.oneof(hashes, fc.integer()), name: fc.nat(2) });

function numberOf({ hash, name }: Named, table: HashTable, names: number[]): number {
  let slot = table.find(hash);
  while (table.isTaken(slot) && names[table.numberAt(slot)] !== name) slot = table.findNext(slot);
  if (table.isTaken(slot)) return table.numberAt(slot);
  names.push(name);
  return table.add(slot, hash);
}

test.each([0, 5000])('numbers what has a hash as a Map does, with room for %i', (expectedCount) => {
  fc.assert(
    fc.property(fc.array(named, { maxLength: 3000, size: 'max' }), (all) => {
      const table = new HashTable(expectedCount);
      const names: number[] = [];
      const expected = new Map<string, number>();
      const numbers = all.map((each) => numberOf(each, table, names));
      const keys = all.map(({ hash, name }) => `${hash | 0} ${name}`);
      for (const key of keys) if (!expected.has(key)) expected.set(key, expected.size);
      expect(numbers).toEqual(keys.map((key) => expected.get(key)));
      expect(table.size).toBe(expected.size);
    }),
    { numRuns: 20 },
  );
});
