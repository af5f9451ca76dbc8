import { expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const BYTE_COUNT = 50_000_000;

function section(number: number): string {
  const sentence = `Word${number % 997} and other words make a sentence about part ${number}. `;
  return `## Section ${number}\n\n${sentence.repeat(40)}\n\n\`\`\`js\nlet x${number} = ${number};\n\`\`\`\n\n`;
}

function document(): string {
  const parts = ['# A document of 50 MB\n\n'];
  for (let length = 0; length < BYTE_COUNT; ) {
    const text = section(parts.length);
    parts.push(text);
    length += text.length;
  }
  return parts.join('');
}

it('a document of 50 MB is built next to others, and an edit of it embeds only what changed', async () => {
  const repo = new DocsRepo({
    'docs/large/golden-reference.md': document(),
    'docs/small/golden-reference.md': '# Small\n\nText.\n',
  });
  const first = await repo.build({ embedder: null });
  expect([first.failed, first.diagnostics]).toEqual([[], []]);
  expect(first.embeddedCount).toBeGreaterThan(10_000);
  repo.edit('docs/large/golden-reference.md', (text) => `${text}The last word.\n`);
  const second = await repo.build({ embedder: null });
  expect([second.failed, second.embeddedCount]).toEqual([[], 1]);
});

it('a line of 50 MB is built', async () => {
  const repo = new DocsRepo({ 'docs/large/golden-reference.md': `# One line\n\n${'word '.repeat(BYTE_COUNT / 5)}\n` });
  const build = await repo.build({ embedder: null });
  expect(build.failed).toEqual([]);
});
