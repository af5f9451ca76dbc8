import { splitFrontMatter } from '@topicmill/markdown';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinPages, type PageSet, readPage } from '../src/index.js';
import { documents } from './generated-documents.js';
import { footnotes, linkTargets, remarkTree, shape } from './remark-tree.js';
import { counter, readPages, split } from './split-markdown.js';

const RUNS = { numRuns: 40 };

function everyDocument(check: (text: string, set: PageSet) => void, overlapTokens = 0): Promise<void> {
  return fc.assert(
    fc.asyncProperty(documents(250), async (text) => {
      check(text, await split(text, { overlapTokens }));
    }),
    RUNS,
  );
}

test('pages, joined again, are the document', async () => {
  await everyDocument((text, set) => expect(joinPages(readPages(set))).toBe(text));
  await everyDocument((text, set) => expect(joinPages(readPages(set))).toBe(text), 15);
});

test('no page is larger as written than it may be', async () => {
  await everyDocument((_, set) => {
    for (const page of set.pages) {
      expect(page.tokenCount).toBe(counter.count(page.text));
      if (!page.isOversize) expect(page.tokenCount).toBeLessThanOrEqual(300);
    }
  });
});

test('pages parse as the document does', async () => {
  await everyDocument((_, set) => expect(set.diagnostics).toEqual([]));
  await everyDocument((_, set) => expect(set.diagnostics).toEqual([]), 15);
});

test('blocks, references and their targets are those that remark finds in the document', async () => {
  await everyDocument((text, set) => {
    const bodyOffset = splitFrontMatter(text).bodyOffset;
    const whole = remarkTree(text.slice(bodyOffset));
    const targets = linkTargets(whole);
    const expected = joinIndentedCode(whole.children.map((node) => shape(node, targets)));
    const found = set.pages.flatMap(({ text: pageText }) => {
      const { head, bodyOffset: start, body } = readPage(pageText)!;
      const page = remarkTree(pageText.slice(head.length));
      const pageTargets = linkTargets(page);
      const own = page.children.filter(({ position }) => {
        const offset = position!.start.offset! + head.length;
        return offset >= start && offset < start + body.length;
      });
      return own.map((node) => shape(node, pageTargets));
    });
    expect(joinIndentedCode(found)).toEqual(expected);
  });
});

/** remark ends indented code behind a container now and then, where CommonMark lets it go on. */
function joinIndentedCode(shapes: readonly string[]): string[] {
  const CODE = '{"type":"code","lang":null,"meta":null,"value":"';
  const joined: string[] = [];
  for (const next of shapes) {
    const last = joined.at(-1);
    if (last?.startsWith(CODE) && next.startsWith(CODE)) {
      joined[joined.length - 1] = `${last.slice(0, -2)}\\n${next.slice(CODE.length)}`;
    } else joined.push(next);
  }
  return joined;
}

test('every footnote that a page refers to is on it', async () => {
  await everyDocument((_, set) => {
    for (const { text } of set.pages) {
      const { used, defined } = footnotes(remarkTree(text.slice(splitFrontMatter(text).bodyOffset)));
      expect([...used].filter((identifier) => !defined.has(identifier))).toEqual([]);
    }
  });
});

test('the same document gives the same pages', async () => {
  await fc.assert(
    fc.asyncProperty(documents(60), async (text) => {
      expect(await split(text)).toEqual(await split(text));
    }),
    { numRuns: 20 },
  );
});
