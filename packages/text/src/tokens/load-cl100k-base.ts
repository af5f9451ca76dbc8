import type { TokenLocator } from './token-counter.js';

const load = /* @__PURE__ */ once(async () => {
  const [{ default: tokens }, { bytePairCounter }, { cl100kPreTokenEnd }] = await Promise.all([
    import('gpt-tokenizer/bpeRanks/cl100k_base'),
    import('./byte-pair-counter.js'),
    import('./pre-token.js'),
  ]);
  return bytePairCounter('cl100k_base', tokens, cl100kPreTokenEnd);
});

/** The counter `cl100k_base`, without the others: a bundle of what calls this contains no other encoding. */
export function loadCl100kBase(): Promise<TokenLocator> {
  return load();
}

/** Calls a function when its result is first needed, and keeps it. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
