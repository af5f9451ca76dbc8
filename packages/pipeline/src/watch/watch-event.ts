import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { TopicChange } from '../gate/index.js';

/** The result of saving a file. Paths are below the docs root, with `/`. */
export type WatchEvent =
  /** Everything has been built once, and saves are noticed from now on. */
  | { readonly kind: 'ready'; readonly topicCount: number; readonly diagnostics: readonly Diagnostic[] }
  /** The document of a topic was saved, and is served as it is now; its build has begun. */
  | { readonly kind: 'saved'; readonly paths: readonly string[] }
  | TopicEvent
  /** A topic came or went, or the configuration changed: the workspace was opened anew. */
  | { readonly kind: 'reopened'; readonly topicCount: number; readonly goneIds: readonly string[] }
  /** What depends on all topics was brought up to date. */
  | DocsRootEvent
  /** The workspace could not be opened, or a file not be written; the next save tries again. */
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** What depends on all topics: the docs root's own files, and those of other topics that they have changed. */
export interface DocsRootEvent {
  readonly kind: 'docs-root';
  readonly paths: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** From the first notice of a save that was not in it yet to the last file written, in milliseconds. */
  readonly elapsedMs: number;
}

/** A topic whose own files were saved. */
export interface TopicEvent {
  readonly kind: 'topic';
  readonly id: string;
  readonly outcome: 'built' | 'failed';
  /** Written and removed, those of the categories above included. */
  readonly paths: readonly string[];
  /** `undefined` when all chunks are as they were. */
  readonly chunks: TopicChange | undefined;
  /** The stripes whose order is another. */
  readonly stripesChanged: readonly ('conceptual' | 'technical')[];
  readonly diagnostics: readonly Diagnostic[];
  /** From the first notice of the save to the last file written, in milliseconds. */
  readonly elapsedMs: number;
}
