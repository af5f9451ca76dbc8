import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '@topicmill/text/white-space';
import { expect, test } from 'vitest';
import { passageText } from '../../../src/retrieval/rendered-text/passage-text.js';
import { renderedMarkdown } from '../../../src/retrieval/rendered-text/rendered-markdown.js';

const FOLDER = join(import.meta.dirname, 'fixtures');
const fileText = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const SOURCES = readdirSync(FOLDER).filter((name) => /^[a-z]+\.mdx?$/.test(name));
/** What is escaped in these is markup once it is read. */
const HAVE_ESCAPES = new Set(['hugo.md', 'jekyll.md']);

test.each(SOURCES)('a context has %s as markdown without the markup of its generator', (source) => {
  const expected = fileText(source.replace(/\.mdx?$/, '.context.md'));
  expect(renderedMarkdown(fileText(source))).toBe(expected);
  if (!HAVE_ESCAPES.has(source)) expect(renderedMarkdown(expected)).toBe(expected);
});

test.each(SOURCES)('the passage of %s is what a reader sees', (source) => {
  const expected = fileText(source.replace(/\.mdx?$/, '.passage.txt'));
  expect(passageText(fileText(source))).toBe(oneLine(expected));
});
