import type { TopicEvent, WatchEvent } from '@topicmill/docs-watch';
import { counted } from './format-counts.js';

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;

/** What came of a save, for people, without its findings. */
export function formatWatchEvent(event: WatchEvent): string {
  switch (event.kind) {
    case 'ready':
      return `Watching ${counted(event.topicCount, 'topic')} until Ctrl+C.\n`;
    case 'reopened':
      return `Opened anew: ${counted(event.topicCount, 'topic')}.\n`;
    case 'docs-root':
      return `All topics: ${counted(event.paths.length, 'file')} brought up to date (${Math.round(event.elapsedMs)} ms).\n`;
    case 'failed':
      return 'Nothing was built.\n';
    case 'topic':
      return formatTopic(event);
  }
}

function formatTopic({ id, outcome, chunks, stripesChanged, elapsedMs }: TopicEvent): string {
  const name = id === '' ? 'the docs root' : id;
  if (outcome === 'failed') return `! ${name}: not built\n`;
  const changes = (chunks?.chunks ?? []).map(
    ({ kind, title, tokensBefore, tokensNow }) => `  ${SIGNS[kind]} ${title} (${tokensBefore} → ${tokensNow} tokens)\n`,
  );
  const facts = [
    chunks === undefined ? 'the same chunks' : `${counted(chunks.keptCount, 'chunk')} as before`,
    stripesChanged.length === 0 ? 'the same stripes' : `other stripes: ${stripesChanged.join(', ')}`,
    `${Math.round(elapsedMs)} ms`,
  ];
  return `~ ${name} (${facts.join('; ')})\n${changes.join('')}`;
}
