import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegExpParser } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { COMPOSERS } from './composers.js';
import { composedBy, composedPatterns, findPatterns, type Pattern } from './find-patterns.js';
import { hostileTexts, slowText } from './hostile-texts.js';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** Patterns that may take longer than linear time, reviewed. */
interface Exception {
  readonly file: string;
  /** Beginnings of the patterns, without the slash. */
  readonly patterns: readonly string[];
  readonly reason: string;
  readonly limit: { readonly file: string; readonly code: string };
}

const EXCEPTIONS = parse(readFileSync(join(import.meta.dirname, 'exceptions.yaml'), 'utf8')) as readonly Exception[];

/** A pattern that takes, or may take, more than linear time. */
interface Fault {
  readonly pattern: Pattern;
  readonly what: string;
}

describe('the patterns of packages and apps', () => {
  const faults: Fault[] = [];
  const silent: string[] = [];
  let patterns: readonly Pattern[] = [];
  let composers: readonly string[] = [];

  beforeAll(async () => {
    vi.resetModules();
    const { written, composing, ...found } = findPatterns();
    composers = found.composers;
    const composed = await composedPatterns(composing);
    for (const { at, act } of COMPOSERS) {
      if (act === undefined) continue;
      const made = await composedBy(act, [at.split(': ')[0]!]);
      if (made.length === 0) silent.push(at);
      composed.push(...made);
    }
    patterns = [...written, ...composed];
    const unknown = patterns.filter((pattern) => !EXCEPTIONS.some((exception) => isOf(exception, pattern)));
    for (const pattern of unknown) {
      const what = faultOf(pattern);
      if (what !== undefined) faults.push({ pattern, what });
    }
  }, 300_000);

  test('are all looked at', () => {
    expect(patterns.length).toBeGreaterThan(1200);
  });

  test('are composed in functions that are listed, and each of these is called', () => {
    expect(composers).toEqual(COMPOSERS.map(({ at }) => at).sort());
    expect(silent).toEqual([]);
  });

  test('take linear time, except those whose texts are short', () => {
    expect(
      faults.map(({ pattern: { file, line, source, flags }, what }) => `${file}:${line} /${source}/${flags}: ${what}`),
    ).toEqual([]);
  });

  test('contain the exceptions', () => {
    const gone = EXCEPTIONS.filter(
      (exception) =>
        !exception.patterns.every((start) => patterns.some((pattern) => begins(exception, pattern, start))),
    );
    expect(gone).toEqual([]);
  });
});

test.each(EXCEPTIONS)('$file: $reason', ({ limit }) => {
  expect(readFileSync(join(REPOSITORY, limit.file), 'utf8')).toContain(limit.code);
});

test.each([
  ['a nested repetition', '^(?:a+)+$', ''],
  ['a month in a word of months', '^(?:\\P{L}|jan\\p{L}*)*$', 'iu'],
  ['spaces at the end', '[ ]+$', ''],
  ['a beginning that is repeated', '<[^>]*>', 'g'],
])('%s is found', (_, source, flags) => {
  expect(faultOf({ file: '', source, flags })).toBeDefined();
});

test.each([
  ['spaces from their first one', '(?<! ) +$', ''],
  ['a name up to its end', '^(\\w+)(?!\\w)(.*)$', ''],
])('%s are linear', (_, source, flags) => {
  expect(faultOf({ file: '', source, flags })).toBeUndefined();
});

function isOf(exception: Exception, pattern: Pattern): boolean {
  return exception.patterns.some((start) => begins(exception, pattern, start));
}

function begins(exception: Exception, { file, source }: Pattern, start: string): boolean {
  return exception.file === file && source.startsWith(start);
}

/** What the grammar of a pattern says about its time, or a text on which it took too long. */
function faultOf({ source, flags }: Pattern): string | undefined {
  const parser = new RegExpParser();
  const parsedFlags = parser.parseFlags(flags);
  const pattern = parser.parsePattern(source, 0, source.length, parsedFlags);
  const { reports } = analyse({ pattern, flags: parsedFlags });
  const characters = reports.map(({ character }) => character.pick);
  const slow = slowText(new RegExp(source, flags), hostileTexts(source, flags, characters));
  if (slow !== undefined) return `slow for ${slow}`;
  const [report] = reports;
  return report === undefined ? undefined : `${report.type} of ${JSON.stringify(report.character.pick)}`;
}
