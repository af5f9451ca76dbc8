import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '@topicmill/text/white-space';
import { expect, test } from 'vitest';
import { passageText } from '../../../src/retrieval/shown-text/passage-text.js';

const FOLDER = join(import.meta.dirname, 'fixtures');
const fileText = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const SOURCES = readdirSync(FOLDER).filter((name) => /^[a-z]+\.mdx?$/.test(name));

test.each(SOURCES)('the passage of %s is what a reader sees', (source) => {
  const expected = fileText(source.replace(/\.mdx?$/, '.passage.txt'));
  expect(passageText(fileText(source))).toBe(oneLine(expected));
});
