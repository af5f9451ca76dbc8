import { TopicmillError } from '@topicmill/base/diagnostics';
import type { SearchOptions } from './search.js';

const NAMES: Readonly<Record<string, (value: unknown) => boolean>> = {
  limit: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  maxPromptDistance: (value) => Number.isFinite(value),
  mode: oneOf('hybrid', 'bm25', 'vectors', 'prompts'),
  kind: oneOf('code', 'prose'),
  topic: isText,
  maskedQuestion: (value) => isText(value) || areTexts(value),
  maskedTopics: areTexts,
  section: isText,
  version: isText,
  locale: isText,
  isFinished: (value) => typeof value === 'boolean',
  titlesOnly: (value) => typeof value === 'boolean',
};

/** The options of a search: a mistyped name must not pass for an option that was applied. */
export const SEARCH_OPTIONS = [
  'limit',
  'mode',
  'maxPromptDistance',
  'topic',
  'kind',
  'version',
  'locale',
  'maskedQuestion',
  'maskedTopics',
] as const satisfies readonly (keyof SearchOptions)[];
export const INSTANT_OPTIONS = ['limit', 'section', 'version', 'locale', 'isFinished', 'titlesOnly'] as const;

/**
 * Checks what a program without types passes to a search.
 *
 * @throws TopicmillError `INVALID_OPTION`
 */
export function checkSearch(query: unknown, options: unknown, known: readonly string[]): void {
  if (!isText(query))
    throw invalidArgument(`The query is ${describeValue(query)}, not a text.`, 'Pass the query as a string.');
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    throw invalidArgument(
      `The options must be an object, not ${describeValue(options)}.`,
      'Pass options as in { limit: 5 }.',
    );
  }
  for (const [name, value] of Object.entries(options)) {
    const accepts = known.includes(name) ? NAMES[name] : undefined;
    if (accepts === undefined) {
      throw invalidArgument(`A search has no option "${name}".`, `Its options are: ${known.join(', ')}.`);
    }
    if (value !== undefined && !accepts(value)) {
      throw invalidArgument(`The option "${name}" cannot be ${describeValue(value)}.`, 'See the type of the options.');
    }
  }
}

/** @throws TopicmillError `INVALID_OPTION` */
export function checkLoader(loader: unknown): void {
  if (typeof (loader as { readonly read?: unknown } | undefined | null)?.read === 'function') return;
  throw invalidArgument(
    `The loader must have a method read; it is ${describeValue(loader)}.`,
    'Pass what fetchLoader(url, fetch) returns.',
  );
}

/** @throws TopicmillError `INVALID_OPTION` */
export function checkFetchLoader(baseUrl: unknown, fetch: unknown): void {
  if (!isText(baseUrl))
    throw invalidArgument(`The address is ${describeValue(baseUrl)}, not a text.`, 'Pass the URL of the docs root.');
  if (typeof fetch !== 'function') {
    throw invalidArgument(
      `fetch must be a function, not ${describeValue(fetch)}.`,
      'Pass fetch, or a function like it.',
    );
  }
}

function oneOf(...values: readonly string[]): (value: unknown) => boolean {
  return (value) => values.includes(value as string);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function describeValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? JSON.stringify(value)
    : value === null
      ? 'null'
      : typeof value;
}

function invalidArgument(message: string, remedy: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy });
}
