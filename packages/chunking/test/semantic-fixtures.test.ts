import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDiagnostic } from '@topicmill/base/diagnostics';
import { type DialectName, dialectOf } from '@topicmill/text/markdown';
import { describe, expect, it } from 'vitest';
import { chunkFileText, semanticStrategy } from '../src/index.js';
import { wordsCounter } from './words-counter.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');

interface FixtureOptions {
  readonly minTokens: number;
  readonly maxTokens: number;
  readonly tail?: 'merge' | 'keep' | 'drop';
  readonly dialect?: DialectName;
}

function readFixture(name: string): { source: string; options: FixtureOptions; expected: Map<string, string> } {
  const directory = join(FIXTURES, name);
  const expectedDirectory = join(directory, 'expected');
  const files = readdirSync(expectedDirectory).map(
    (file) => [file, readFileSync(join(expectedDirectory, file), 'utf8')] as const,
  );
  return {
    source: readFileSync(join(directory, 'input.md'), 'utf8'),
    options: JSON.parse(readFileSync(join(directory, 'options.json'), 'utf8')) as FixtureOptions,
    expected: new Map(files),
  };
}

/** Every file that the case should produce, by name: the chunk files and a summary with what is not in them. */
function produce(source: string, { dialect = 'none', ...options }: FixtureOptions): Map<string, string> {
  const strategy = semanticStrategy({ tail: 'merge', ...options, tokenCounter: wordsCounter });
  const { chunks, diagnostics } = strategy.chunk({
    text: source,
    file: 'input.md',
    fileTitle: 'input',
    dialect: dialectOf(dialect, 'input.md'),
  });
  const rows = chunks.map((chunk) =>
    [
      `${chunk.index} "${chunk.title}"`,
      `lines ${chunk.startLine}-${chunk.endLine}`,
      `${chunk.tokenCount} tokens`,
      chunk.startReason,
      ...(chunk.isCode ? ['code'] : []),
      ...(chunk.oversized ? ['oversized'] : []),
    ].join(', '),
  );
  const files = new Map([['summary.txt', [...rows, ...diagnostics.map(formatDiagnostic), ''].join('\n')]]);
  for (const chunk of chunks) files.set(`${chunk.index}.md`, chunkFileText(chunk, source));
  return files;
}

describe('semantic strategy, case by case', () => {
  for (const name of readdirSync(FIXTURES).sort()) {
    it(name, () => {
      const { source, options, expected } = readFixture(name);
      expect(Object.fromEntries(produce(source, options))).toEqual(Object.fromEntries(expected));
    });
  }
});
