import { TopicmillError } from '@topicmill/base/diagnostics';
import type { OptionValues } from '@topicmill/base/options';
import type { Chunking, SourceDocument } from '../chunk.js';
import { semantic } from '../semantic/semantic.js';
import { structural } from '../structural/structural.js';
import { twoTier } from '../two-tier/two-tier.js';
import {
  type CountedOptions,
  readStrategyKey,
  refuseFault,
  type Strategy,
  strategyKey,
  withDefaults,
} from './strategy.js';

/** Every strategy; a new one is a file, and a row here. */
const ROWS = [semantic, structural, twoTier] as const satisfies readonly Strategy<string, CountedOptions>[];

export type StrategyName = (typeof ROWS)[number]['name'];

/** A strategy whose options are known by their declarations only. */
export type DeclaredRow = Strategy<StrategyName>;

/** All strategies, the default first. */
export const STRATEGIES: readonly DeclaredRow[] = ROWS;

/** All strategies by name. */
export const STRATEGY_NAMES: readonly StrategyName[] = STRATEGIES.map(({ name }) => name);

/** A strategy with its options, as a program names them. */
export type StrategyChoice = ChoiceOf<(typeof ROWS)[number]>;

type ChoiceOf<Row> =
  Row extends Strategy<infer Name, infer Options>
    ? { readonly strategy: Name; readonly options: import('./strategy.js').GivenOptions<Options> }
    : never;

/** @throws TopicmillError `INVALID_OPTION` for an unknown name */
export function strategyNamed(name: unknown): DeclaredRow {
  const found = STRATEGIES.find((strategy) => strategy.name === name);
  if (found !== undefined) return found;
  throw new TopicmillError('INVALID_OPTION', `There is no strategy ${JSON.stringify(name)}.`, {
    remedy: `The strategies are ${STRATEGY_NAMES.join(', ')}.`,
  });
}

/** A strategy with all its options, ready to split documents. */
export interface LoadedStrategy {
  readonly name: StrategyName;
  /** Names the strategy with every option that can change its chunks; safe as a folder name. */
  getCacheKey(): string;
  chunk(document: SourceDocument): Promise<Chunking>;
}

/**
 * A strategy with options as configurations and command lines give them: the counter by its name.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown strategy or option, for a value outside its names, and for
 *   options that do not go together
 */
export async function loadStrategy(name: string, given: OptionValues): Promise<LoadedStrategy> {
  const strategy = strategyNamed(name);
  refuseWrongOptions(strategy, given);
  const { loadTokenCounter } = await import('@topicmill/text/tokens');
  const options = withDefaults(strategy, given);
  refuseFault(strategy, options as OptionValues);
  const counted = { ...options, tokenCounter: await loadTokenCounter(String(options['tokenCounter'])) };
  return {
    name: strategy.name,
    getCacheKey: () => strategyKey(strategy, options),
    chunk: (document) => strategy.chunk(document, counted as never),
  };
}

function refuseWrongOptions({ name, options }: DeclaredRow, given: OptionValues): void {
  for (const [option, value] of Object.entries(given)) {
    const declared = options[option];
    if (declared === undefined) {
      throw new TopicmillError('INVALID_OPTION', `The strategy ${name} has no option "${option}".`, {
        remedy: `It accepts ${Object.keys(options).join(', ')}.`,
      });
    }
    if (declared.kind === 'number' || declared.values.includes(String(value))) continue;
    throw new TopicmillError('INVALID_OPTION', `${option} of ${name} cannot be ${JSON.stringify(value)}.`, {
      remedy: `Use one of ${declared.values.join(', ')}.`,
    });
  }
}

/** The strategy and options that a key names; `undefined` for other keys. */
export function readKey(key: string): { readonly strategy: StrategyName; readonly options: OptionValues } | undefined {
  for (const strategy of STRATEGIES) {
    const options = readStrategyKey(strategy, key);
    if (options !== undefined) return { strategy: strategy.name, options };
  }
  return undefined;
}

/** What each strategy does, for the help of commands. */
export function strategyHelp(): string {
  return STRATEGIES.map(({ name, help }) => `${name}: ${help}`).join('; ');
}
