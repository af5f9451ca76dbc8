/**
 * Names what each strategy makes of a text, in addition to its key, which names its options. Whatever is cached of chunks must
 * contain it in its key: it rises with every change after which some text is cut, framed or described otherwise.
 */
export const STRATEGY_VERSIONS = { semantic: 9, structural: 10, 'two-tier': 3 } as const;

export type StrategyName = keyof typeof STRATEGY_VERSIONS;

/** All strategies by name. */
export const STRATEGY_NAMES = Object.keys(STRATEGY_VERSIONS) as StrategyName[];
