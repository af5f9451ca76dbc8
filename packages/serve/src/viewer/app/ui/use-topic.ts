import { useMemo } from 'preact/hooks';
import type { DocsConnection } from '../data/docs-connection.js';
import { type LoadedTopic, loadTopicSpec, loadTopicText, withSpec } from '../data/load-topic.js';
import { type Loaded, useLoaded } from './use-loaded.js';

/** A topic. After a change its text is there first, with what `topic-spec.md` said of it before. */
export function useTopic(connection: DocsConnection, id: string): Loaded<LoadedTopic> {
  const text = useLoaded(() => loadTopicText(connection, id), [connection, id]);
  const spec = useLoaded(async () => text.value && loadTopicSpec(text.value), [text.value]);
  const value = useMemo(
    () =>
      text.value !== undefined && spec.value?.id === text.value.index.id ? withSpec(text.value, spec.value) : undefined,
    [text.value, spec.value],
  );
  return { value, error: text.error ?? spec.error, isLoading: text.isLoading || spec.isLoading };
}
