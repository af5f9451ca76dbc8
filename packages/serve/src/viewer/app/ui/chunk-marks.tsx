import type { ChunkItem } from '@topicmill/topics/formats';
import { similarity } from './numbers.js';

/** A similarity as a shade, the darker the nearer, with its figure. */
export function Shade({ value, label }: { readonly value: number | undefined; readonly label: string }) {
  return (
    <span
      class="shade"
      title={value === undefined ? 'The model refused it' : `${label} ${value.toFixed(4)}`}
      style={shadeStyle(value)}
    >
      {similarity(value)}
    </span>
  );
}

/** Makes `--near`, 0 to 1, known to the style sheet. */
export function shadeStyle(value = 0): Record<string, string> {
  return { '--near': Math.max(0, Math.min(1, value)).toFixed(3) };
}

/** `code` for a chunk that is mostly code. */
export function KindMark({ isCode }: { readonly isCode: boolean }) {
  return isCode ? <span class="kind">code</span> : null;
}

export function holdsKeyword(item: ChunkItem, keyword: string | undefined): boolean {
  return keyword === undefined || item.keywords.some(({ name }) => name === keyword);
}

/** Says that a language model wrote a question; nothing of one that people wrote or changed. */
export function QuestionOrigin({ origin }: { readonly origin: 'model' | undefined }) {
  return origin === undefined ? null : (
    <small class="origin" title="A language model wrote this question">
      by a model
    </small>
  );
}
