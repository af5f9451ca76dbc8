import { MAX_GROWTH, TEXTS, timeGrowth } from '@topicmill/test-support/time-growth';
import { describe, expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';
import { tokenCounter } from './staged.js';

const repeated = (sentence: (i: number) => string, separator: string) =>
  Array.from({ length: 200 }, (_, i) => sentence(i + 1)).join(separator);

const CHINESE = repeated((i) => `第${i}步是打开设置，并检查网络连接是否正常。`, '');
const JAPANESE = repeated((i) => `手順${i}では設定を開いてネットワーク接続を確認します。`, '');
const HINDI = repeated((i) => `चरण ${i} में सेटिंग खोलें और नेटवर्क कनेक्शन की जाँच करें।`, ' ');
const GREEK = repeated((i) => `ποιο είναι το βήμα ${i}; ανοίξτε τις ρυθμίσεις.`, ' ');
const THAI = repeated((i) => `ขั้นตอนที่${i}เปิดการตั้งค่าและตรวจสอบการเชื่อมต่อเครือข่าย`, ' ');
const THAI_WITHOUT_SPACES = 'เปิดการตั้งค่าและตรวจสอบการเชื่อมต่อเครือข่าย'.repeat(60);
const LINKED = CHINESE.replaceAll('设置', '[网络 设置](a/b.html)');

function chunksOf(text: string) {
  const { chunks, diagnostics } = chunkSync(text, { fileTitle: 'x', tokenCounter });
  const own = chunks.map(({ sourcePosition: { charStart, charEnd } }) => text.slice(charStart, charEnd));
  const overlaps = chunks.map(({ originalText }, i) => originalText.slice(0, -own[i]!.length).trim());
  return { own, overlaps, diagnostics };
}

describe('a long paragraph without capitals', () => {
  test.each([
    ['Chinese', CHINESE, /。$/],
    ['Chinese with one word in capitals', CHINESE.replace('设置', 'API'), /。$/],
    ['Chinese with links', LINKED, /。$/],
    ['Japanese', JAPANESE, /。$/],
    ['Hindi', HINDI, /।$/],
    ['Greek', GREEK, /[.;]$/],
    ['English', repeated((i) => `step ${i} is to open the settings.`, ' '), /\.$/],
  ])('%s is cut between sentences, and whole sentences are repeated', (_, text, end) => {
    const { own, overlaps } = chunksOf(text);
    expect(own.length).toBeGreaterThan(2);
    for (const part of own) expect(part).toMatch(end);
    expect(overlaps.filter((overlap) => overlap !== '').length).toBeGreaterThan(own.length / 2);
    for (const overlap of overlaps) {
      expect(text).toContain(overlap);
      if (overlap !== '') expect(overlap).toMatch(end);
    }
  });

  test('Thai is cut at spaces, and without spaces between words', () => {
    const { own } = chunksOf(THAI);
    expect(own.length).toBeGreaterThan(2);
    for (const part of own) expect(part).toMatch(/^ขั้น.*ข่าย$/s);
    const words = [...new Intl.Segmenter('th', { granularity: 'word' }).segment(THAI_WITHOUT_SPACES)];
    const starts = new Set(words.map(({ index }) => index));
    const parts = chunksOf(THAI_WITHOUT_SPACES).own;
    expect(parts.length).toBeGreaterThan(2);
    let offset = 0;
    for (const part of parts) {
      expect(starts).toContain(offset);
      offset += part.length;
    }
  });
});

test('a Chinese paragraph takes time in proportion to its length', async () => {
  const growth = await timeGrowth((length) => {
    const text = CHINESE.repeat(Math.ceil(length / CHINESE.length));
    return () => chunkSync(text, { fileTitle: 'x', tokenCounter });
  }, TEXTS);
  expect(growth).toBeLessThan(MAX_GROWTH);
});
