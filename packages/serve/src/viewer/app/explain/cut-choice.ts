import { idleOptions, type NumberOption, type OptionValue } from '@topicmill/base/options';
import { readKey, type StrategyName, strategyNamed } from '@topicmill/chunking/strategies';

/** A strategy with its options, the token counter by its name; can be sent to a worker. */
export interface CutChoice {
  readonly strategy: StrategyName;
  readonly options: Readonly<Record<string, OptionValue>>;
}

/** A size of a strategy that a slider sets. */
export type SizeRange = NonNullable<NumberOption['slider']> & { readonly name: string };

/** Steps of the sliders, and the minimum distance between two sizes. */
export const SIZE_STEP = 10;

/** Sizes of a choice in ascending order: none may be larger than the next one. */
export function sizeRanges({ strategy, options }: CutChoice): readonly SizeRange[] {
  const declared = strategyNamed(strategy).options;
  const idle = idleOptions(declared, options);
  const sliders = Object.entries(declared).filter(
    (entry): entry is [string, NumberOption & Required<Pick<NumberOption, 'slider'>>] =>
      entry[1].kind === 'number' && entry[1].slider !== undefined && !idle.has(entry[0]),
  );
  return sliders
    .sort(([, one], [, other]) => one.default - other.default)
    .map(([name, { slider }]) => ({ name, ...slider }));
}

/** A strategy with its defaults. */
export function defaultChoice(strategy: StrategyName): CutChoice {
  const options = Object.entries(strategyNamed(strategy).options);
  return { strategy, options: Object.fromEntries(options.map(([name, option]) => [name, option.default])) };
}

/**
 * How a topic was cut when it was built.
 *
 * @param key of its strategy, as its topic-spec.md names it
 */
export function builtChoice(key: string | undefined): CutChoice {
  return (key === undefined ? undefined : readKey(key)) ?? defaultChoice('semantic');
}

/** The value of a size. */
export function sizeIn({ options }: CutChoice, name: string): number {
  return Number(options[name]);
}

/** The choice with one size changed; neighbouring sizes are adjusted to it. */
export function withSize(choice: CutChoice, name: string, value: number): CutChoice {
  const names = sizeRanges(choice).map((range) => range.name);
  const at = names.indexOf(name);
  const options: Record<string, OptionValue> = { ...choice.options, [name]: value };
  for (let below = at - 1; below >= 0; below--) {
    const most = Number(options[names[below + 1]!]) - SIZE_STEP;
    options[names[below]!] = Math.max(0, Math.min(Number(options[names[below]!]), most));
  }
  for (let above = at + 1; above < names.length; above++) {
    const least = Number(options[names[above - 1]!]) + SIZE_STEP;
    options[names[above]!] = Math.max(Number(options[names[above]!]), least);
  }
  return { ...choice, options };
}

export function isSameChoice(one: CutChoice, other: CutChoice): boolean {
  const names = Object.keys(one.options);
  return one.strategy === other.strategy && names.every((name) => one.options[name] === other.options[name]);
}
