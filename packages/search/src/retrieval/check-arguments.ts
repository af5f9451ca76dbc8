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
  if (!isText(query)) throw invalid(`The query is ${describe(query)}, not a text.`, 'Pass the query as a string.');
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    throw invalid(`The options are ${describe(options)}, not an object.`, 'Pass options as in { limit: 5 }.');
  }
  for (const [name, value] of Object.entries(options)) {
    const accepts = known.includes(name) ? NAMES[name] : undefined;
    if (accepts === undefined) {
      throw invalid(`A search has no option "${name}".`, `Its options are: ${known.join(', ')}.`);
    }
    if (value !== undefined && !accepts(value)) {
      throw invalid(`The option "${name}" cannot be ${describe(value)}.`, 'See the type of the options.');
    }
  }
}

/** @throws TopicmillError `INVALID_OPTION` */
export function checkLoader(loader: unknown): void {
  if (typeof (loader as { readonly read?: unknown } | undefined | null)?.read === 'function') return;
  throw invalid(`The loader is ${describe(loader)} and cannot read.`, 'Pass what fetchLoader(url, fetch) returns.');
}

/** @throws TopicmillError `INVALID_OPTION` */
export function checkFetchLoader(baseUrl: unknown, fetch: unknown): void {
  if (!isText(baseUrl))
    throw invalid(`The address is ${describe(baseUrl)}, not a text.`, 'Pass the URL of the docs root.');
  if (typeof fetch !== 'function') {
    throw invalid(`What fetches is ${describe(fetch)}, not a function.`, 'Pass fetch, or a function like it.');
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

function describe(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? JSON.stringify(value)
    : value === null
      ? 'null'
      : typeof value;
}

function invalid(message: string, remedy: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy });
}
