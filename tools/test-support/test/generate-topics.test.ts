import { parseConfig } from '@topicmill/pipeline/config';
import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { readQaPairs } from '@topicmill/topics/formats';
import { describe, expect, it } from 'vitest';
import { type GeneratedFile, generateTopics } from '../src/generate/topics/generate-topics.js';

const OPTIONS = { topicCount: 60, categoryCount: 6, seed: 7 };
const files = [...generateTopics(OPTIONS)];
const references = files.filter(({ path }) => path.endsWith('/golden-reference.md'));
const questions = files.filter(({ path }) => path.endsWith('/qa-pairs.md'));

/** Files by path, as two runs are compared. */
function byPath(list: readonly GeneratedFile[]): Record<string, string> {
  return Object.fromEntries(list.map(({ path, text }) => [path, text]));
}

describe('a generated docs repository', () => {
  it('is the same for the same options, and another for another seed', () => {
    expect(byPath([...generateTopics(OPTIONS)])).toEqual(byPath(files));
    const other = [...generateTopics({ ...OPTIONS, seed: 8 })].filter(({ path }) => path !== 'topicmill.yaml');
    const texts = new Set(files.map(({ text }) => text));
    expect(other.filter(({ text }) => texts.has(text))).toEqual([]);
  });

  it('has the same topic in a repository of any size', () => {
    const fewer = byPath([...generateTopics({ ...OPTIONS, topicCount: 12 })]);
    expect(byPath(files)).toMatchObject(fewer);
  });

  it('has the same texts as pages of a site', () => {
    const pages = [...generateTopics({ ...OPTIONS, sources: 'pages' })];
    expect(parseConfig(pages[0]!.text, pages[0]!.path).sources).toBe('pages');
    expect(byPath(pages.slice(1))).toEqual(
      byPath(references.map(({ path, text }) => ({ path: path.replace('/golden-reference.md', '.md'), text }))),
    );
  });

  it('has a configuration, a reference a topic in the categories asked for, and questions for nine in ten', () => {
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
    expect(parseConfig(files[0]!.text, files[0]!.path).docsRoot).toBe('docs');
    expect(references.length).toBe(OPTIONS.topicCount);
    expect(new Set(references.map(({ path }) => path.split('/')[1])).size).toBe(OPTIONS.categoryCount);
    expect(questions.length).toBe(54);
    expect(references.every(({ path }) => /^docs\/[a-z]+-\d+\/[a-z]+-\d+\/golden-reference\.md$/.test(path))).toBe(
      true,
    );
  });

  it('has references of 6 to 14 kB with one H1, sections, code and tables', () => {
    const languages = new Set<string>();
    for (const { path, text } of references) {
      const byteLength = Buffer.byteLength(text);
      expect(byteLength, path).toBeGreaterThanOrEqual(6_000);
      expect(byteLength, path).toBeLessThanOrEqual(14_000);
      const { headings, fences } = scanLines(text, splitFrontMatter(text).bodyOffset);
      expect(headings.filter(({ level }) => level === 1).length, path).toBe(1);
      expect(headings.filter(({ level }) => level === 2).length, path).toBeGreaterThan(2);
      for (const { info, closed } of fences) {
        expect(closed, path).toBe(true);
        languages.add(info);
      }
    }
    expect(languages.size).toBeGreaterThanOrEqual(5);
    expect(references.filter(({ text }) => text.includes('|---|---:|---|')).length).toBeGreaterThan(30);
  });

  it('has terms that few topics use and terms that a whole category shares', () => {
    const topicsByWord = new Map<string, number>();
    for (const { text } of references) {
      for (const word of new Set(text.match(/[a-z]{5,}/g))) topicsByWord.set(word, (topicsByWord.get(word) ?? 0) + 1);
    }
    const counts = [...topicsByWord.values()];
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(OPTIONS.topicCount * 10);
    expect(counts.filter((count) => count > 5 && count <= 10).length).toBeGreaterThan(OPTIONS.categoryCount * 10);
    expect(counts.filter((count) => count > 50).length).toBeGreaterThan(40);
  });

  it('has eight answered questions in each file of questions', () => {
    for (const { path, text } of questions) {
      const { pairs, diagnostics } = readQaPairs(text, path);
      expect(pairs.length, path).toBe(8);
      expect(diagnostics, path).toEqual([]);
    }
  });

  it('refuses to make no topics', () => {
    expect(() => [...generateTopics({ ...OPTIONS, topicCount: 0 })]).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
  });
});
