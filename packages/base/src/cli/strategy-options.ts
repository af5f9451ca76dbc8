import { type Command, Option } from 'commander';
import { TopicmillError } from '../diagnostics/index.js';
import type { ChoiceOption, DeclaredOption, DeclaredStrategy, OptionValue } from '../options/index.js';
import { wholeNumber } from './option-values.js';

/** What the command line gives, by the names that commander makes of flags. */
type Given = Readonly<Record<string, unknown>>;

/** Adds the options of all strategies; one that several have is one flag. */
export function addStrategyOptions(program: Command, strategies: readonly DeclaredStrategy[]): void {
  const names = new Set(strategies.flatMap(({ options }) => Object.keys(options)));
  for (const name of names) {
    const having = strategies.filter(({ options }) => options[name] !== undefined);
    const option = having[0]!.options[name]!;
    const help = helpOf(name, having, strategies.length);
    if (option.kind === 'choice' && option.switches !== undefined) addSwitches(program, option, having);
    else program.addOption(commandOption(name, option, help));
  }
}

function commandOption(name: string, option: DeclaredOption, help: string): Option {
  if (option.kind === 'number') return new Option(`${flagOf(name)} <number>`, help).argParser(wholeNumber(0));
  return new Option(`${flagOf(name)} <name>`, help).choices(option.values);
}

function addSwitches(program: Command, { switches = {} }: ChoiceOption, having: readonly DeclaredStrategy[]): void {
  const all = Object.values(switches).map((each) => each!);
  for (const { flag, help } of all) {
    const others = all.filter((each) => each.flag !== flag).map((each) => flagAttribute(each.flag));
    program.addOption(new Option(flag, `${namesOf(having)}: ${help}`).conflicts(others));
  }
}

/** `semantic, structural: minimum size`, and where they differ, what each means by it. */
function helpOf(name: string, having: readonly DeclaredStrategy[], strategyCount: number): string {
  const helps = new Set(having.map(({ options }) => options[name]!.help));
  if (helps.size === 1 && having.length === strategyCount) {
    const defaults = having.map(({ name: strategy, options }) => `${strategy} ${options[name]!.default}`);
    return `${[...helps][0]} (default: ${defaults.join(', ')})`;
  }
  const parts = [...helps].map((help) => {
    const same = having.filter(({ options }) => options[name]!.help === help);
    return `${namesOf(same)}: ${help} (default: ${same[0]!.options[name]!.default})`;
  });
  return parts.join('; ');
}

function namesOf(strategies: readonly DeclaredStrategy[]): string {
  return strategies.map(({ name }) => name).join(', ');
}

/**
 * The options of a strategy that the command line gives. One that others make idle has them at their default: a minimum
 * size says that small sections are joined.
 */
export function givenOptions({ options }: DeclaredStrategy, given: Given): Record<string, OptionValue> {
  const values: Record<string, OptionValue> = {};
  for (const [name, option] of Object.entries(options)) {
    const value = givenValue(name, option, given);
    if (value !== undefined) values[name] = value;
  }
  for (const [name, option] of Object.entries(options)) {
    if (option.kind !== 'choice' || values[name] !== undefined) continue;
    const idle = Object.values(option.ineffectiveOptions ?? {}).flatMap((each) => each ?? []);
    if (idle.some((each) => values[each] !== undefined)) values[name] = option.default;
  }
  return values;
}

function givenValue(name: string, option: DeclaredOption, given: Given): OptionValue | undefined {
  if (option.kind === 'number' || option.switches === undefined) return given[name] as OptionValue | undefined;
  return Object.entries(option.switches).find(([, each]) => given[flagAttribute(each!.flag)] === true)?.[0];
}

/**
 * @param chosen of all strategies
 * @throws TopicmillError `INVALID_OPTION` for an option that none of the chosen strategies has
 */
export function refuseForeignOptions(
  given: Given,
  chosen: readonly DeclaredStrategy[],
  all: readonly DeclaredStrategy[],
): void {
  for (const strategy of all) {
    for (const [name, option] of Object.entries(strategy.options)) {
      if (givenValue(name, option, given) === undefined || chosen.some(({ options }) => name in options)) continue;
      const having = all.filter(({ options }) => name in options).map((each) => each.name);
      refuseFlag(writtenFlag(name, option, given), chosen, having);
    }
  }
}

/** @throws TopicmillError `INVALID_OPTION` */
function refuseFlag(flag: string, chosen: readonly DeclaredStrategy[], having: readonly string[]): never {
  const names = chosen.map(({ name }) => name).join(' and ');
  throw new TopicmillError('INVALID_OPTION', `The strategy ${names} has no option ${flag}.`, {
    remedy: `Leave it out, or use --strategy ${having.join(' or ')}.`,
  });
}

function writtenFlag(name: string, option: DeclaredOption, given: Given): string {
  if (option.kind === 'number' || option.switches === undefined) return flagOf(name);
  return option.switches[String(givenValue(name, option, given))]!.flag;
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `keepBoilerplate` for `--keep-boilerplate`. */
function flagAttribute(flag: string): string {
  return flag.replace(/^--/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
