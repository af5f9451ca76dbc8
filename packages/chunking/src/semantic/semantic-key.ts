import { TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import { DEFAULT_SEMANTIC_OPTIONS, type SemanticOptions, type TailMode } from './options.js';

const DEFAULT_COUNTER = 'words';
const SECTIONS = 'sections';
const KEY = new RegExp(
  `^semantic-(?:${SECTIONS}|(?<minTokens>\\d+))-(?<maxTokens>\\d+)(?:-(?<counter>${TOKEN_COUNTER_NAMES.join('|')}))?(?:-(?<tail>keep|drop))?$`,
);

/** What a key names. */
export interface KeyedSemanticOptions extends Omit<SemanticOptions, 'tokenCounter'> {
  /** Name of the token counter. */
  readonly tokenCounter: string;
}

/** `semantic-250-750`, and what `semanticStrategy` adds to it. */
export function semanticKey({ minTokens, maxTokens, tokenCounter, tail, sections }: SemanticOptions): string {
  const counter = tokenCounter.name === DEFAULT_COUNTER ? [] : [tokenCounter.name];
  if (sections === 'apart') return ['semantic', SECTIONS, maxTokens, ...counter].join('-');
  return ['semantic', minTokens, maxTokens, ...counter, ...(tail === 'merge' ? [] : [tail])].join('-');
}

/** The options that a key of `semantic` names; `undefined` for other strategies and counters that are not built in. */
export function readSemanticKey(key: string): KeyedSemanticOptions | undefined {
  const found = KEY.exec(key)?.groups;
  if (found === undefined) return undefined;
  const { minTokens, maxTokens, counter, tail } = found;
  return {
    minTokens: minTokens === undefined ? DEFAULT_SEMANTIC_OPTIONS.minTokens : Number(minTokens),
    maxTokens: Number(maxTokens),
    tail: (tail as TailMode | undefined) ?? DEFAULT_SEMANTIC_OPTIONS.tail,
    sections: minTokens === undefined ? 'apart' : 'joined',
    tokenCounter: counter ?? DEFAULT_COUNTER,
  };
}
