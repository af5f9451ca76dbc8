import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measure } from '../src/measure.js';
import { bm25Ranker, mixedRanker } from '../src/rankers.js';
import { readTopics, type TopicCorpus } from '../src/read-topics.js';

function readWritten(files: Readonly<Record<string, string>>): TopicCorpus {
  const root = mkdtempSync(join(tmpdir(), 'eval-embeddings-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return readTopics(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('readTopics', () => {
  it('takes ready chunks, and cuts at headings where there are none', () => {
    const long = 'word '.repeat(400);
    const { chunks } = readWritten({
      'a/x/golden-reference.md': 'not read',
      'a/x/expected/chunks/golden-reference-0.md': 'one',
      'b/golden-reference.md': `# B\n${long}\n## C\nshort\n## D\n${long}`,
    });
    expect(chunks.map(({ topic, text }) => [topic, text.slice(0, 4)])).toEqual([
      [join('a', 'x'), 'one'],
      ['b', '# B\n'],
      ['b', '## C'],
    ]);
  });

  it('reads questions in bold, as headings and plain', () => {
    const pairs = 'Q: Plain?\nA: yes\n\n**Q2: Bold?**\n\n**A2:** no\n\n## Q: Heading?\nA: maybe\n';
    const { questions } = readWritten({ 'a/golden-reference.md': 'text', 'a/qa-pairs.md': pairs });
    expect(questions.map(({ text }) => text.replaceAll('*', ''))).toEqual(['Plain?', 'Bold?', 'Heading?']);
  });
});

describe('measure', () => {
  const corpus: TopicCorpus = {
    chunks: [
      { topic: 'cats', text: '# Cats\nA cat purrs.' },
      { topic: 'dogs', text: '# Dogs\nA dog barks at a cat.' },
    ],
    questions: [
      { topic: 'cats', text: 'cat' },
      { topic: 'dogs', text: 'purrs' },
    ],
  };
  const bm25 = bm25Ranker(corpus.chunks.map(({ text }) => text));

  it('counts right chunks by their position', () => {
    expect(measure(corpus, corpus.questions, bm25)).toEqual({ hitAt1: 0.5, hitAt3: 1, meanReciprocalRank: 0.75 });
  });

  it('mixes rankers half and half, whatever the size of their scores', () => {
    const mixed = mixedRanker(bm25, () => Float64Array.of(1000, 3000));
    expect([...mixed('purrs')]).toEqual([0.5, 0.5]);
    expect([...mixed('nothing')]).toEqual([0, 0.5]);
  });
});
