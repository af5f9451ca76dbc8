import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  type ChoiceOption,
  type DeclaredStrategy,
  idleOptions,
  type NumberOption,
  type OptionFault,
  type OptionValues,
} from '@topicmill/base/options';
import type { TokenCounter, TokenCounterName } from '@topicmill/text/tokens';
import type { Chunking, SourceDocument } from '../chunk.js';
import type { StrategyExplanation } from '../explain/explanation.js';

/** Options of every strategy. */
export interface CountedOptions {
  readonly tokenCounter: TokenCounter;
}

/** Options as a caller gives them: everything but the counter has a default. */
export type GivenOptions<T extends CountedOptions> = {
  readonly [Key in Exclude<keyof T, 'tokenCounter'>]?: T[Key] | undefined;
} & Pick<T, 'tokenCounter'>;

type DeclaredNames<T> = { [Key in keyof T]-?: NonNullable<T[Key]> extends number | string ? Key : never }[keyof T];

/** A declaration for each option that is a number or a name, and for the name of the counter. */
type OptionTable<T extends CountedOptions> = {
  readonly [Key in DeclaredNames<T>]: T[Key] extends number ? NumberOption : ChoiceOption<T[Key] & string>;
} & { readonly tokenCounter: ChoiceOption<TokenCounterName> };

/** A way to split documents: all that is known about it. Every name, flag, key and form is made from these. */
export interface Strategy<Name extends string = string, Options extends CountedOptions = never>
  extends Omit<DeclaredStrategy, 'name' | 'options'> {
  readonly name: Name;
  /**
   * The version of its output. The strategy's key names its options; the keys of everything that is cached about chunks must
   * contain this version too. It rises with every change after which some text is cut, framed or described differently.
   */
  readonly version: number;
  readonly options: [Options] extends [never] ? DeclaredStrategy['options'] : OptionTable<Options>;
  /** Names of options that are functions, which only a program can give. */
  readonly functions?: readonly string[];
  /** Defaults that depend on what is given. */
  defaultsFor?(given: OptionValues): OptionValues;
  /**
   * The chunks of a document: their own texts, joined, are its body.
   *
   * @throws TopicmillError `EMPTY_DOCUMENT` when there is nothing but white space after the front matter
   */
  chunk(document: SourceDocument, options: Options): Promise<Chunking>;
  /** Why each chunk begins and ends where it does; without it the chunks themselves say so. */
  explain?(document: SourceDocument, options: Options): Promise<StrategyExplanation>;
}

/** The declaration of a strategy; `faultIn` gets the options with all defaults filled in. */
type Declaration<Name extends string, Options extends CountedOptions> = Omit<Strategy<Name, Options>, 'faultIn'> & {
  faultIn(options: Omit<Options, 'tokenCounter'>): OptionFault | undefined;
};

/** Declares a strategy; its code is loaded when it is first used. */
export function declareStrategy<Options extends CountedOptions>() {
  return <const Name extends string>(declaration: Declaration<Name, Options>): Strategy<Name, Options> => ({
    ...declaration,
    faultIn: (given) => declaration.faultIn(withDefaults(declaration as never, given) as never),
  });
}

const TOKEN_COUNTERS = [
  'words',
  'cl100k_base',
  'o200k_base',
  'wordpiece',
  'wordpiece-estimate',
] as const satisfies readonly TokenCounterName[];

export function tokenCounterOption(byDefault: TokenCounterName): ChoiceOption<TokenCounterName> {
  return { kind: 'choice', values: TOKEN_COUNTERS, default: byDefault, help: 'how sizes are counted' };
}

type AnyStrategy = Omit<DeclaredStrategy, 'help'> & Pick<Strategy, 'defaultsFor' | 'functions'>;

/** The defaults of a strategy's options; of the counter, its name. */
export function defaultsOf<Options extends CountedOptions>(
  strategy: Strategy<string, Options>,
): Omit<Options, 'tokenCounter' | FunctionNames<Options>> {
  const { tokenCounter, ...defaults } = declaredDefaults(strategy as never);
  return defaults as never;
}

type FunctionNames<T> = Exclude<keyof T, DeclaredNames<T>>;

function declaredDefaults({ options }: AnyStrategy): OptionValues {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default]));
}

/** The given options, with defaults for the others, in the order in which they are declared. */
export function withDefaults(strategy: AnyStrategy, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = [...Object.keys(strategy.options), ...(strategy.functions ?? [])];
  const set = Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  return { ...declaredDefaults(strategy), ...strategy.defaultsFor?.(set as OptionValues), ...set };
}

/** @throws TopicmillError `INVALID_OPTION` for options that do not go together */
export function refuseFault(strategy: AnyStrategy, options: OptionValues): void {
  const fault = strategy.faultIn(options);
  if (fault !== undefined) {
    throw new TopicmillError('INVALID_OPTION', `${fault.message}.`, { remedy: fault.remedy });
  }
}

/** Whether every one of these is a whole number that is not negative. */
export function areSizes(values: readonly unknown[]): boolean {
  return values.every((value) => Number.isSafeInteger(value) && (value as number) >= 0);
}

/**
 * Names a strategy with every option that can change its chunks; safe as a folder name. It has the numbers, and of the rest
 * what is not the default: `semantic-250-750`, `structural-64-400-512-2s-o200k_base-always`.
 *
 * @param values with all defaults; the counter or its name
 */
export function strategyKey(
  { name, options }: Pick<DeclaredStrategy, 'name' | 'options'>,
  values: Readonly<Record<string, unknown>>,
): string {
  const idle = idleOptions(options, values);
  const leading: string[] = [];
  const numbers: string[] = [];
  const words: string[] = [];
  for (const [optionName, option] of Object.entries(options)) {
    const value = values[optionName];
    if (idle.has(optionName)) continue;
    if (option.kind === 'number') {
      numbers.push(`${String(value)}${option.keySuffix ?? ''}`);
    } else if (optionName === 'tokenCounter') {
      const counter = typeof value === 'string' ? value : (value as TokenCounter).name;
      if (counter !== option.default) words.unshift(counter);
    } else if (value !== option.default) {
      (option.ineffectiveOptions?.[String(value)] === undefined ? words : leading).push(keyWord(option, String(value)));
    }
  }
  return [name, ...leading, ...numbers, ...words].join('-');
}

function keyWord({ keyWords }: ChoiceOption, value: string): string {
  return keyWords?.[value] ?? value;
}

/**
 * The options that a key names, with the name of the counter; `undefined` for the keys of other strategies, and for
 * counters that are not built in.
 */
export function readStrategyKey(
  { name, options }: Pick<DeclaredStrategy, 'name' | 'options'>,
  key: string,
): OptionValues | undefined {
  const choices = Object.entries(options).filter(
    (entry): entry is [string, ChoiceOption] => entry[1].kind === 'choice',
  );
  const leading = choices.flatMap(([choice, option]) =>
    Object.keys(option.ineffectiveOptions ?? {}).map((value) => ({ [choice]: value })),
  );
  const defaults = Object.fromEntries(Object.entries(options).map(([each, option]) => [each, option.default]));
  for (const lead of [{}, ...leading]) {
    const values: Record<string, number | string> = { ...defaults, ...lead };
    const idle = idleOptions(options, values);
    const numbers = Object.entries(options).filter(([each, { kind }]) => kind === 'number' && !idle.has(each));
    const others = choices.filter(([each, option]) => option.ineffectiveOptions === undefined && !idle.has(each));
    others.sort(([one], [other]) => Number(other === 'tokenCounter') - Number(one === 'tokenCounter'));
    const pattern = [
      name,
      ...Object.entries(lead).map(([choice, value]) => `-${keyWord(options[choice] as ChoiceOption, value)}`),
      ...numbers.map(([, option]) => `-(\\d+)${(option as NumberOption).keySuffix ?? ''}`),
      ...others.map(([, option]) => `(?:-(${option.values.map((value) => keyWord(option, value)).join('|')}))?`),
    ].join('');
    const found = new RegExp(`^${pattern}$`).exec(key);
    if (found === null) continue;
    for (const [at, [each]] of numbers.entries()) values[each] = Number(found[at + 1]);
    for (const [at, [each, option]] of others.entries()) {
      const word = found[numbers.length + at + 1];
      values[each] = option.values.find((value) => keyWord(option, value) === word) ?? option.default;
    }
    return values;
  }
  return undefined;
}
