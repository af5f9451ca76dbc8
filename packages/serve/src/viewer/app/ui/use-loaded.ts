import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DocsConnection } from '../data/docs-connection.js';
import {
  type LoadedTopic,
  loadTopicSpec,
  loadTopicText,
  type TopicSpec,
  type TopicText,
  withSpec,
} from '../data/load-topic.js';
import { KnownInlines } from '../markdown/render-markdown.js';

/** What has been loaded so far. What was there before stays until its successor is there, and when loading that fails. */
export interface Loaded<T> {
  readonly value?: T | undefined;
  readonly error?: Error | undefined;
  readonly isLoading: boolean;
}

/** Loads something whenever one of `keys` changes, after `delayMs` without a further change. */
export function useLoaded<T>(load: () => Promise<T>, keys: readonly unknown[], delayMs = 0): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'isLoading'> & { readonly keys?: readonly unknown[] }>({});
  useEffect(() => {
    let isCurrent = true;
    const start = (): void => {
      load().then(
        (value) => isCurrent && setState({ value, keys }),
        (error: Error) => isCurrent && setState(({ value }) => ({ value, error, keys })),
      );
    };
    const timer = delayMs === 0 ? undefined : setTimeout(start, delayMs);
    if (timer === undefined) start();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, keys);
  const isLoading = state.keys === undefined || keys.some((key, at) => key !== state.keys![at]);
  return { value: state.value, error: state.error, isLoading };
}

/** How long after a change of a text its questions are read: on a long page that takes as long as all the rest. */
const SPEC_DELAY_MS = 400;

/** A topic, as it is loaded. */
export interface LoadingTopic extends Loaded<LoadedTopic> {
  /** Whether its text is still to come; the questions of its chunks come later. */
  readonly isTextLoading: boolean;
}

/** A topic. After a change its text is there first, with what `topic-spec.md` said about it before. */
export function useTopic(connection: DocsConnection, id: string): LoadingTopic {
  const inlines = useMemo(() => new KnownInlines(), [id]);
  const before = useRef<{ text?: TopicText | undefined; spec?: TopicSpec | undefined }>({});
  const { text: textBefore, spec: specBefore } = before.current;
  const known = { inlines, text: textBefore?.index.id === id ? textBefore : undefined };
  const text = useLoaded(() => loadTopicText(connection, id, known), [connection.folderState(id), id]);
  const spec = useLoaded(
    async () => text.value && loadTopicSpec(connection, text.value),
    [text.value?.cut],
    specBefore?.id === text.value?.index.id ? SPEC_DELAY_MS : 0,
  );
  before.current = { text: text.value, spec: spec.value };
  const value = useMemo(
    () =>
      text.value !== undefined && spec.value?.id === text.value.index.id ? withSpec(text.value, spec.value) : undefined,
    [text.value, spec.value],
  );
  const isLoading = text.isLoading || spec.isLoading;
  return { value, error: text.error ?? spec.error, isLoading, isTextLoading: text.isLoading };
}
