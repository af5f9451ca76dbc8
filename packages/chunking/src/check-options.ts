import { TopicmillError } from '@topicmill/base/diagnostics';
import type { TokenCounter, TokenLocator } from '@topicmill/text/tokens';
import * as z from 'zod';
import {
  type CountedOptions,
  type GivenOptions,
  refuseFault,
  type Strategy,
  withDefaults,
} from './strategies/strategy.js';

/** Values whose range is checked together with others, after the names. */
export const uncheckedValue = z.unknown().optional();

/** Long enough that a counter which ignores its range counts more for the whole than for a part. */
const COUNTED_TEXT = 'Every word is counted once. '.repeat(20);
const COUNTED_RANGE = [6, 10] as const;

export const tokenCounterSchema = counterSchema<TokenCounter>(
  'count',
  'expected a token counter, such as `await loadTokenCounter("cl100k_base")`',
);

export const tokenLocatorSchema = counterSchema<TokenLocator>(
  'locate',
  'expected a token locator, such as `await loadTokenLocator("cl100k_base")`',
);

/** @param method what tells this kind of counter from others */
function counterSchema<T extends TokenCounter>(method: keyof T, expected: string): z.ZodType<T> {
  return z
    .custom<T>((value) => typeof (value as Partial<T> | undefined)?.[method] === 'function', {
      error: expected,
      abort: true,
    })
    .refine(countsRanges, {
      error: 'expected a token counter whose `count(text, start, end)` counts the range from `start` to `end` alone',
      abort: true,
    })
    .refine(
      countsTokens,
      'expected a token counter that gives whole numbers: 0 for an empty text, and more for a text than for a word of it',
    );
}

/** Counters that were found to count: to try one takes longer than to cut a short document. */
const CHECKED_COUNTERS = new WeakSet<TokenCounter>();

function countsRanges(counter: TokenCounter): boolean {
  if (CHECKED_COUNTERS.has(counter)) return true;
  return counter.count(COUNTED_TEXT, ...COUNTED_RANGE) === counter.count(COUNTED_TEXT.slice(...COUNTED_RANGE));
}

function countsTokens(counter: TokenCounter): boolean {
  if (CHECKED_COUNTERS.has(counter)) return true;
  const word = counter.count(COUNTED_TEXT, ...COUNTED_RANGE);
  const whole = counter.count(COUNTED_TEXT);
  const counts = counter.count('') === 0 && Number.isSafeInteger(word) && Number.isSafeInteger(whole) && whole > word;
  if (counts) CHECKED_COUNTERS.add(counter);
  return counts;
}

/** Names that become part of file names: they must not lead out of the folder that the files are written to. */
export const docNameSchema = z.string().min(1).refine(staysInFolder, 'expected a name without the parts `.` and `..`');

export function staysInFolder(docName: string): boolean {
  return docName.split(/[/\\]/).every((part) => part !== '.' && part !== '..');
}

export const functionSchema = z.custom((value) => typeof value === 'function', 'expected a function').optional();

/**
 * Checks names and kinds of what a caller without types may get wrong.
 *
 * @param receiver function that the message names
 * @throws TopicmillError `INVALID_OPTION` for an unknown option, and for one that is missing or of another kind
 */
export function checkOptions(schema: z.ZodObject, given: unknown, receiver: string): void {
  const result = schema.safeParse(given);
  if (result.success) return;
  const [issue] = result.error.issues;
  const path = issue!.path.map(String).join('.');
  throw new TopicmillError('INVALID_OPTION', `${receiver}: ${path === '' ? '' : `${path}: `}${issue!.message}.`, {
    remedy: `It accepts ${Object.keys(schema.shape).join(', ')}.`,
  });
}

/**
 * The options of a strategy with their defaults.
 *
 * @throws TopicmillError `INVALID_OPTION` for options that do not go together
 */
export function completeOptions<Options extends CountedOptions>(
  strategy: Strategy<string, Options>,
  given: GivenOptions<Options>,
): Options {
  const options = withDefaults(strategy as never, given as never);
  refuseFault(strategy as never, options as never);
  return options as never;
}

/**
 * The same for a caller without types.
 *
 * @param receiver function that messages name
 * @throws TopicmillError `INVALID_OPTION` for an unknown option too, and for one that is missing or of another kind
 */
export function checkedOptions<Options extends CountedOptions>(
  strategy: Strategy<string, Options>,
  given: GivenOptions<Options>,
  receiver: string,
): Options {
  checkOptions(optionsSchemaFor(strategy as never), given, receiver);
  return completeOptions(strategy, given);
}

const schemas = new Map<string, z.ZodObject>();

function optionsSchemaFor({ name, options, functions = [] }: Strategy): z.ZodObject {
  const known = schemas.get(name);
  if (known !== undefined) return known;
  const fields = Object.entries(options).map(([option, declared]) => {
    if (option === 'tokenCounter') return [option, tokenCounterSchema];
    return [option, declared.kind === 'choice' ? z.enum([...declared.values]).optional() : uncheckedValue];
  });
  const schema = z.strictObject(Object.fromEntries([...fields, ...functions.map((each) => [each, functionSchema])]));
  schemas.set(name, schema);
  return schema;
}

const sourceDocument = z.object({ text: z.string(), file: z.string(), fileTitle: z.string() });
const bookNames = z.object({ file: z.string(), docId: docNameSchema, title: z.string() });
const bookDocument = bookNames.extend({ text: z.string() });

/** @throws TopicmillError `INVALID_OPTION` for a document that is not a string */
export function checkText(text: unknown, receiver: string): void {
  if (typeof text === 'string') return;
  throw new TopicmillError('INVALID_OPTION', `${receiver}: expected the text of a document, not ${typeof text}.`, {
    remedy: 'Decode bytes first, as with `new TextDecoder().decode(bytes)`.',
  });
}

/** @throws TopicmillError `INVALID_OPTION` when a part of the document is missing */
export function checkSourceDocument(document: unknown, receiver: string): void {
  const { text, file, fileTitle } = (document ?? {}) as Partial<Record<string, unknown>>;
  // A schema takes a sixth of the time in which a short document is cut.
  if (typeof text === 'string' && typeof file === 'string' && typeof fileTitle === 'string') return;
  checkOptions(sourceDocument, document, receiver);
}

/** @throws TopicmillError `INVALID_OPTION` when a part of the document is missing */
export function checkBookDocument(document: unknown, receiver: string): void {
  checkOptions(bookDocument, document, receiver);
}

/** @throws TopicmillError `INVALID_OPTION` when something that names the book is missing */
export function checkBookNames(document: unknown, receiver: string): void {
  checkOptions(bookNames, document, receiver);
}
