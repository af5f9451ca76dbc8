import { useEffect, useMemo, useState } from 'preact/hooks';
import type { DocsConnection } from '../data/docs-connection.js';
import { type LoadedTopic, loadTopicSpec, loadTopicText, withSpec } from '../data/load-topic.js';
import { KnownInlines } from '../markdown/render-markdown.js';

/** What has been loaded so far. What was there before stays until its successor is there, and when loading that fails. */
export interface Loaded<T> {
  readonly value?: T | undefined;
  readonly error?: Error | undefined;
  readonly isLoading: boolean;
}

/** Loads something whenever one of `keys` changes, after `delayMs` without a further change. */
export function useLoaded<T>(load: () => Promise<T>, keys: readonly unknown[], delayMs = 0): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ isLoading: true });
  useEffect(() => {
    let isCurrent = true;
    setState(({ value, error }) => ({ value, error, isLoading: true }));
    const start = (): void => {
      load().then(
        (value) => isCurrent && setState({ value, isLoading: false }),
        (error: Error) => isCurrent && setState(({ value }) => ({ value, error, isLoading: false })),
      );
    };
    const timer = delayMs === 0 ? undefined : setTimeout(start, delayMs);
    if (timer === undefined) start();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, keys);
  return state;
}

/** A topic. After a change its text is there first, with what `topic-spec.md` said of it before. */
export function useTopic(connection: DocsConnection, id: string): Loaded<LoadedTopic> {
  const inlines = useMemo(() => new KnownInlines(), [id]);
  const text = useLoaded(() => loadTopicText(connection, id, inlines), [connection, id]);
  const spec = useLoaded(async () => text.value && loadTopicSpec(text.value), [text.value]);
  const value = useMemo(
    () =>
      text.value !== undefined && spec.value?.id === text.value.index.id ? withSpec(text.value, spec.value) : undefined,
    [text.value, spec.value],
  );
  return { value, error: text.error ?? spec.error, isLoading: text.isLoading || spec.isLoading };
}
