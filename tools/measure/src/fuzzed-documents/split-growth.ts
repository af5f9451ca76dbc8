import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  chunkSync,
  DEFAULT_ARTIFACT_SIZES,
  DEFAULT_TWO_TIER_OPTIONS,
  semanticStrategy,
  splitArtifact,
  twoTierStrategy,
} from '@topicmill/chunking';
import { TEXTS, timeGrowth } from '@topicmill/test-support/time-growth';
import { loadTokenCounter, loadTokenLocator } from '@topicmill/text/tokens';

/** Cuts a text; refuses it with a TopicmillError. */
export type Split = (text: string) => unknown;

/** Every strategy with its defaults, by name. */
export async function splitters(): Promise<ReadonlyMap<string, Split>> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const tokens = await loadTokenLocator('cl100k_base');
  const semantic = semanticStrategy({
    minTokens: 250,
    maxTokens: 750,
    tail: 'merge',
    tokenCounter: await loadTokenCounter('words'),
  });
  const twoTier = twoTierStrategy({
    ...DEFAULT_TWO_TIER_OPTIONS,
    tokenCounter: await loadTokenCounter('wordpiece'),
  });
  const book = (file: string) => (text: string) => twoTier.chunk({ text, file, docId: 'book', title: 'Book' });
  const artifact = (type: string) => (text: string) =>
    splitArtifact(text, type, { sizes: DEFAULT_ARTIFACT_SIZES, tokens });
  return new Map<string, Split>([
    ['structural', (text) => chunkSync(text, { fileTitle: 'Guide', tokenCounter })],
    ['semantic', (text) => semantic.chunk({ text, file: 'guide.md', fileTitle: 'Guide' })],
    ['two-tier', book('book.md')],
    ['two-tier, plain', book('book.txt')],
    ['headings', artifact('markdown')],
    ['email-blocks', artifact('email')],
    ['speaker-turns', artifact('chat')],
    ['token-window', artifact('text')],
  ]);
}

/**
 * CPU time for twice a text over that for the text, as `timeGrowth` measures it. `undefined` when the text is refused.
 *
 * @param make gives a text of about this many UTF-16 units
 */
export async function splitGrowth(split: Split, make: (length: number) => string): Promise<number | undefined> {
  try {
    return await timeGrowth((length) => {
      const text = make(length);
      return () => split(text);
    }, TEXTS);
  } catch (error) {
    if (error instanceof TopicmillError) return undefined;
    throw error;
  }
}
