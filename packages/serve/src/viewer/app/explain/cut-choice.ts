import {
  DEFAULT_BOOK_TOKEN_COUNTER,
  DEFAULT_SEMANTIC_OPTIONS,
  DEFAULT_STRUCTURAL_OPTIONS,
  DEFAULT_TWO_TIER_OPTIONS,
  readSemanticKey,
  STRUCTURAL_TOKEN_COUNTER,
} from '@topicmill/chunking';
import type { StrategyName } from '@topicmill/chunking/strategy-versions';

/** A strategy with its sizes and the token counter they refer to; can be sent to a worker. */
export interface CutChoice {
  readonly strategy: StrategyName;
  readonly tokenCounter: string;
  /** In tokens, by the name of the size. */
  readonly sizes: Readonly<Record<string, number>>;
  /** For `semantic`: each section has chunks of its own, and there is no minimum. */
  readonly isApart: boolean;
}

/** A size of a strategy that a slider sets. */
export interface SizeRange {
  readonly name: string;
  readonly label: string;
  readonly least: number;
  readonly most: number;
}

/** Sizes of each strategy in ascending order: none may be larger than the next one. */
const RANGES: Readonly<Record<StrategyName, readonly SizeRange[]>> = {
  semantic: [
    { name: 'minTokens', label: 'Minimum', least: 0, most: 1000 },
    { name: 'maxTokens', label: 'Maximum', least: 50, most: 2000 },
  ],
  structural: [
    { name: 'targetTokens', label: 'Target', least: 64, most: 1500 },
    { name: 'maxTokens', label: 'Maximum', least: 64, most: 2000 },
  ],
  'two-tier': [
    { name: 'snippetTokens', label: 'Snippet', least: 100, most: 1500 },
    { name: 'sectionTokens', label: 'Section', least: 150, most: 4000 },
  ],
};

/** Steps of the sliders, and the minimum distance between two sizes. */
export const SIZE_STEP = 10;

export function rangesOf({ strategy, isApart }: CutChoice): readonly SizeRange[] {
  return RANGES[strategy].filter(({ name }) => !isApart || name !== 'minTokens');
}

/** A strategy with its default sizes. */
export function defaultChoice(strategy: StrategyName): CutChoice {
  const choice = { strategy, isApart: false };
  if (strategy === 'structural') {
    const { targetTokens, maxTokens } = DEFAULT_STRUCTURAL_OPTIONS;
    return { ...choice, tokenCounter: STRUCTURAL_TOKEN_COUNTER, sizes: { targetTokens, maxTokens } };
  }
  if (strategy === 'two-tier') {
    const { sections, snippets } = DEFAULT_TWO_TIER_OPTIONS;
    const sizes = { snippetTokens: snippets.maxTokens, sectionTokens: sections.maxTokens };
    return { ...choice, tokenCounter: DEFAULT_BOOK_TOKEN_COUNTER, sizes };
  }
  const { minTokens, maxTokens } = DEFAULT_SEMANTIC_OPTIONS;
  return { ...choice, tokenCounter: 'words', sizes: { minTokens, maxTokens } };
}

/**
 * How a topic was cut when it was built.
 *
 * @param key of its strategy, as its topic-spec.md names it
 */
export function builtChoice(key: string | undefined): CutChoice {
  const options = key === undefined ? undefined : readSemanticKey(key);
  if (options === undefined) return defaultChoice('semantic');
  const { minTokens, maxTokens, sections, tokenCounter } = options;
  return { strategy: 'semantic', tokenCounter, sizes: { minTokens, maxTokens }, isApart: sections === 'apart' };
}

/** The choice with one size changed; neighbouring sizes are adjusted to it. */
export function withSize(choice: CutChoice, name: string, value: number): CutChoice {
  const ranges = rangesOf(choice);
  const at = ranges.findIndex((range) => range.name === name);
  const sizes = { ...choice.sizes, [name]: value };
  for (let below = at - 1; below >= 0; below--) {
    const most = sizes[ranges[below + 1]!.name]! - SIZE_STEP;
    sizes[ranges[below]!.name] = Math.max(0, Math.min(sizes[ranges[below]!.name]!, most));
  }
  for (let above = at + 1; above < ranges.length; above++) {
    const least = sizes[ranges[above - 1]!.name]! + SIZE_STEP;
    sizes[ranges[above]!.name] = Math.max(sizes[ranges[above]!.name]!, least);
  }
  return { ...choice, sizes };
}

export function isSameChoice(one: CutChoice, other: CutChoice): boolean {
  return (
    one.strategy === other.strategy &&
    one.tokenCounter === other.tokenCounter &&
    one.isApart === other.isApart &&
    rangesOf(one).every(({ name }) => one.sizes[name] === other.sizes[name])
  );
}
