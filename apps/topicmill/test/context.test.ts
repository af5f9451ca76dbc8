import { describe, expect, it } from 'vitest';
import { sampleRepo } from './docs-repo.js';

describe('topicmill context', () => {
  it('prints the chunks that answer, within the tokens asked for, by the tokenizer asked for', async () => {
    const repo = sampleRepo();
    await repo.build();
    const { exitCode, out } = await repo.run('context', 'how', 'is', 'tea', 'brewed', '--tokens', '60', '--json');
    expect(exitCode).toBe(0);
    const answer = JSON.parse(out) as { tokens: number; tokenizer: string; chunks: object[]; text: string };
    expect(answer.tokens).toBeLessThanOrEqual(60);
    expect(answer).toMatchObject({ format: 3, question: 'how is tea brewed', tokenizer: 'cl100k_base' });
    expect(answer.chunks[0]).toMatchObject({
      topic: 'drinks/tea',
      headings: expect.any(Array),
      text: expect.any(String),
    });
    const plain = await repo.run('context', 'how is tea brewed', '--tokens', '60');
    expect(plain.out).toBe(answer.text);
  });

  it('names for each chunk the files that query names, and the document', async () => {
    const repo = sampleRepo();
    await repo.build();
    const { out } = await repo.run('context', 'making tea of green leaves', '--json');
    const { chunks } = JSON.parse(out) as { chunks: { topic: string; index: number }[] };
    expect(chunks.length).toBeGreaterThan(1);
    const answer = await repo.run('query', 'making tea of green leaves', '--json', '-k', '20');
    const { results } = JSON.parse(answer.out) as { results: { topic: string; index: number; href: string }[] };
    for (const chunk of chunks) {
      const { href } = results.find(({ topic, index }) => topic === chunk.topic && index === chunk.index)!;
      expect(chunk).toMatchObject({ href, source_href: `${chunk.topic}/golden-reference.md` });
    }
  });

  it('says that nothing answers, and refuses an empty question', async () => {
    const repo = sampleRepo();
    await repo.build();
    expect(await repo.run('context', 'xqzzv', '--topic', 'bread')).toMatchObject({ exitCode: 0, out: '' });
    expect((await repo.run('context', ' ')).exitCode).toBe(2);
  });
});
