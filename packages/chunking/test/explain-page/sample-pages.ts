import { type ChunkingExplanation, DEFAULT_TWO_TIER_OPTIONS, explainChunks } from '@topicmill/chunking';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { DEFAULT_STRUCTURAL_OPTIONS } from '../../src/structural/structural.js';

const cl100k = await loadTokenCounter('cl100k_base');
const words = await loadTokenCounter('words');

export function semantic(text: string): Promise<ChunkingExplanation> {
  const options = { minTokens: 60, maxTokens: 160, tail: 'merge', tokenCounter: words } as const;
  return explainChunks({ text, file: 'guide.md', fileTitle: 'Guide' }, { strategy: 'semantic', options });
}

export function structural(text: string): Promise<ChunkingExplanation> {
  const options = { ...DEFAULT_STRUCTURAL_OPTIONS, tokenCounter: cl100k };
  return explainChunks({ text, file: 'guide.md', fileTitle: 'Guide' }, { strategy: 'structural', options });
}

export function twoTier(text: string): Promise<ChunkingExplanation> {
  const options = { ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter: words };
  return explainChunks({ text, file: 'guide.md', fileTitle: 'Guide' }, { strategy: 'two-tier', options });
}

const sentence = 'A sentence about the renderer follows another one of its kind. ';

/** A document with front matter, prose, a long table, long code, a quote and two scripts. */
export const GUIDE = [
  '---\ntitle: Guide\n---',
  '# Guide',
  sentence.repeat(4).trim(),
  '## Options',
  'They are listed here:',
  ['| Option | Meaning |', '| --- | --- |', ...rows(40, (i) => `| \`option${i}\` | What option ${i} does. |`)].join(
    '\n',
  ),
  '## Code',
  ['```ts', ...rows(50, (i) => `export function render${i}(): void {}\n`), '```'].join('\n'),
  '> A quote of one line.',
  ...rows(6, (i) => `### Part ${i}\n\n${sentence.repeat(9).trim()}`),
  '## 終わり',
  '日本語の文章です。これは二番目の文です。',
].join('\n\n');

function rows(count: number, row: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => row(index));
}
