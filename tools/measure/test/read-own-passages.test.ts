import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readOwnPassages } from '../src/passages/read-own-passages.js';

const QUESTIONS = join(import.meta.dirname, '../questions/passages');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('a text other than the one that its questions were written for is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkouts-'));
  folders.push(folder);
  const texts = JSON.parse(readFileSync(join(QUESTIONS, 'texts.json'), 'utf8')) as { name: string; files: string[] }[];
  for (const { name, files } of texts) {
    for (const file of files) {
      mkdirSync(join(folder, name, file, '..'), { recursive: true });
      writeFileSync(join(folder, name, file), 'CHAPTER I: A\n\n*** END OF\n');
    }
  }
  expect(() => readOwnPassages(folder, QUESTIONS, () => true)).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION' }),
  );
});

test('the checkout of a text that is not asked about is not needed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkouts-'));
  folders.push(folder);
  expect(readOwnPassages(folder, QUESTIONS, () => false)).toEqual([]);
});

test('each text has at least 25 questions, each with a passage of more than a word', () => {
  const texts = JSON.parse(readFileSync(join(QUESTIONS, 'texts.json'), 'utf8')) as { name: string }[];
  for (const { name } of texts) {
    const questions = JSON.parse(readFileSync(join(QUESTIONS, `${name}.passages.json`), 'utf8')) as {
      question: string;
      passages: [number, number][];
    }[];
    expect(new Set(questions.map(({ question }) => question)).size).toBeGreaterThanOrEqual(25);
    for (const { passages } of questions) {
      expect(passages.length).toBeGreaterThan(0);
      for (const [start, end] of passages) expect(end - start).toBeGreaterThan(10);
    }
  }
});
