import type { IngestOutcome } from './artifact-store.js';

/** Something worth a line in a log. No event has a text, a title or a query in it. */
export type StoreEvent =
  | {
      readonly level: 'debug';
      readonly event: 'chunk_decision';
      readonly token_count: number;
      /** Tokens up to which a text stays whole; `null` where the splitter does not tell. */
      readonly threshold: number | null;
      readonly will_chunk: boolean;
    }
  | {
      readonly level: 'info';
      readonly event: 'text_chunked';
      readonly artifact_id: string;
      readonly total_tokens: number;
      readonly num_chunks: number;
      /** Tokens of a chunk on average. */
      readonly avg_chunk_size: number;
      readonly overlap_tokens: number | null;
    }
  | {
      readonly level: 'info';
      readonly event: 'artifact_stored';
      readonly artifact_id: string;
      readonly outcome: IngestOutcome;
      readonly num_chunks: number;
      readonly embedded_count: number;
      readonly reused_count: number;
    }
  | { readonly level: 'info'; readonly event: 'artifact_deleted'; readonly artifact_id: string }
  | {
      readonly level: 'warn';
      readonly event: 'chunk_not_found';
      readonly artifact_id: string;
      readonly chunk_index: number;
    };
