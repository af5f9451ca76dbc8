import { TopicmillError } from '@topicmill/base/diagnostics';
import { labelOf } from '@topicmill/text/embedder';
import { hasContent } from './text-windows.js';

/**
 * Checks that every text has something to embed: servers refuse empty texts, or answer with fewer vectors.
 *
 * @throws TopicmillError `EMBEDDER_EMPTY_TEXT`
 */
export function assertTexts(texts: readonly string[], labels: readonly string[] | undefined): void {
  const empty = texts.findIndex((text) => !hasContent(text));
  if (empty === -1) return;
  throw new TopicmillError('EMBEDDER_EMPTY_TEXT', `${labelOf(labels, empty)} has no text to embed.`, {
    remedy: 'Give it some text, or leave it out.',
  });
}
