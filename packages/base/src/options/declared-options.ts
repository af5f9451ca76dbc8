/** Options as data: configuration, command lines and the viewer are made from one declaration. */
export type DeclaredOption = NumberOption | ChoiceOption;

export type OptionValue = number | string;

/** Values by the names of options. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** A whole number, such as a size in tokens. */
export interface NumberOption {
  readonly kind: 'number';
  readonly default: number;
  /** Smallest value that can be right, whatever the other options are. */
  readonly least: number;
  /** What it sets; begins in lower case, without a full stop. */
  readonly help: string;
  /** Where people try values: what the slider is called and what it covers. Sliders of a strategy are in ascending order. */
  readonly slider?: { readonly label: string; readonly least: number; readonly most: number };
  /** Follows the number in a key. */
  readonly keySuffix?: string;
}

/** One of several names. */
export interface ChoiceOption<Value extends string = string> {
  readonly kind: 'choice';
  readonly values: readonly Value[];
  readonly default: Value;
  /** What it sets; begins in lower case, without a full stop. */
  readonly help: string;
  /** Default for pages of a site, where it is another one. */
  readonly pagesDefault?: Value;
  /** Options that have no effect with a value. */
  readonly ineffectiveOptions?: Readonly<Partial<Record<Value, readonly string[]>>>;
  /** What a value is called in a key, where that is not its own name. */
  readonly keyWords?: Readonly<Partial<Record<Value, string>>>;
  /** Flags of command lines that stand for a value each, in place of one flag that takes the value. */
  readonly switches?: Readonly<Partial<Record<Value, { readonly flag: string; readonly help: string }>>>;
}

/** Why options that are each right do not go together. */
export interface OptionFault {
  readonly option: string;
  /** A sentence without its full stop. */
  readonly message: string;
  readonly remedy: string;
}

/** A strategy as far as configuration and command lines know it. */
export interface DeclaredStrategy {
  readonly name: string;
  /** What it does, in one line; begins in lower case, without a full stop. */
  readonly help: string;
  readonly options: Readonly<Record<string, DeclaredOption>>;
  /** @param given options that are each right; what is left out has its default */
  faultIn(given: OptionValues): OptionFault | undefined;
}

/** A strategy that somebody chose, with the options that they gave. */
export interface ChosenStrategy {
  readonly strategy: string;
  readonly options: OptionValues;
}

/** The options that have no effect with these values. */
export function idleOptions(
  declared: Readonly<Record<string, DeclaredOption>>,
  values: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const idle = Object.entries(declared).flatMap(([name, option]) =>
    option.kind === 'choice' ? (option.ineffectiveOptions?.[String(values[name])] ?? []) : [],
  );
  return new Set(idle);
}
