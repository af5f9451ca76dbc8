import { counted } from '@topicmill/base/cli';
import type { TopicEvent, WatchEvent } from '@topicmill/pipeline/watch';
import { formatChunkChanges } from '../gate/format-chunk-changes.js';

/** The result of a save, for people, without its findings. */
export function formatWatchEvent(event: WatchEvent): string {
  switch (event.kind) {
    case 'ready':
      return `Watching ${counted(event.topicCount, 'topic')} until Ctrl+C.\n`;
    case 'reopened':
      return `${event.goneIds.map((id) => `- ${nameOf(id)}\n`).join('')}Topics and settings read again: ${counted(event.topicCount, 'topic')}.\n`;
    case 'docs-root':
      return `All topics: ${counted(event.paths.length, 'file')} brought up to date (${Math.round(event.elapsedMs)} ms).\n`;
    case 'failed':
      return 'Nothing was built.\n';
    case 'topic':
      return formatTopic(event);
  }
}

function formatTopic({ id, outcome, chunks, stripesChanged, elapsedMs }: TopicEvent): string {
  const name = nameOf(id);
  if (outcome === 'failed') return `! ${name}: not built\n`;
  const changes = chunks === undefined ? [] : formatChunkChanges(chunks).map((line) => `${line}\n`);
  const time = `${Math.round(elapsedMs)} ms`;
  const isNew = changes.length > 0 && chunks?.keptCount === 0 && chunks.chunks.every(({ kind }) => kind === 'added');
  if (isNew) return `+ ${name} (${counted(changes.length, 'chunk')}; ${time})\n${changes.join('')}`;
  const facts = [
    chunks === undefined ? 'the same chunks' : `${counted(chunks.keptCount, 'chunk')} as before`,
    stripesChanged.length === 0 ? 'the same stripes' : `other stripes: ${stripesChanged.join(', ')}`,
    time,
  ];
  return `~ ${name} (${facts.join('; ')})\n${changes.join('')}`;
}

function nameOf(id: string): string {
  return id === '' ? 'the docs root' : id;
}
