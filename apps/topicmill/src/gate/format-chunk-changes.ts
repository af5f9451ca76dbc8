import type { TopicChange } from '@topicmill/pipeline/gate';

/** `+` came, `-` went, `~` is another. */
export const CHANGE_SIGNS = { added: '+', removed: '-', changed: '~' } as const;

/** A line for each chunk of a topic that came, went or changed, with its size in tokens by `cl100k_base`. */
export function formatChunkChanges({ chunks }: TopicChange): string[] {
  return chunks.map(({ kind, title, tokensBefore, tokensNow }) => {
    const isSteady = kind !== 'changed' || tokensBefore === tokensNow;
    const size = isSteady ? `${tokensNow || tokensBefore}` : `${tokensBefore} → ${tokensNow}`;
    return `  ${CHANGE_SIGNS[kind]} ${title} (${size} tokens)`;
  });
}
