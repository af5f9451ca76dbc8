/// <reference lib="dom" />
import * as chunking from '@topicmill/chunking';
import { loadTokenCounter } from '@topicmill/text/tokens';

/** What the test calls in the page. */
export interface PageApi {
  readonly chunking: typeof chunking;
  readonly loadTokenCounter: typeof loadTokenCounter;
}

Object.assign(globalThis, { api: { chunking, loadTokenCounter } satisfies PageApi });
