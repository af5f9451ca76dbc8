import { TopicmillError } from '@topicmill/base/diagnostics';

/** Which of several docs of one site a topic belongs to: those of a version, of a language, or both. */
export interface Edition {
  /** Folder that the ids of its topics begin with. */
  readonly root: string;
  readonly version?: string | undefined;
  readonly locale?: string | undefined;
}

/** Version and language that searches use by default. */
export interface CurrentEditions {
  /** Versions that are current: one, or one for each of several products. */
  readonly versions: readonly string[];
  readonly locale?: string | undefined;
}

/** The editions of an index, as its manifest contains them. */
export interface EditionTable {
  readonly current: CurrentEditions;
  /** By number of the first topic, rising; `null` for topics that belong to all. */
  readonly runs: readonly (readonly [first: number, edition: Edition | null])[];
}

/** A version or locale, or all of them; left out, what is current. */
export interface EditionFilter {
  /** Only topics of this version, and those that have none; `all` for every version. Default: the current one. */
  readonly version?: string | undefined;
  /** Only topics in this language, and those that have none; `all` for every language. Default: the first one. */
  readonly locale?: string | undefined;
}

/** Asks for every version or locale. */
export const ALL_EDITIONS = 'all';

const EVERY_EDITION: EditionTable = { current: { versions: [] }, runs: [] };

/** The editions of some topics, in their order; `undefined` when none has a version or locale. */
export function editionTable(
  topics: readonly { readonly edition?: Edition | undefined }[],
  current: CurrentEditions,
): EditionTable | undefined {
  const runs: [number, Edition | null][] = [];
  for (const [number, { edition }] of topics.entries()) {
    if (runs.length === 0 || !isSame(runs.at(-1)![1], edition)) runs.push([number, edition ?? null]);
  }
  return runs.some(([, edition]) => edition !== null) ? { current, runs } : undefined;
}

function isSame(one: Edition | null, other: Edition | undefined): boolean {
  return one?.root === other?.root && one?.version === other?.version && one?.locale === other?.locale;
}

/** By hand, like the rest of the manifest. */
export function isEditionTable(value: unknown): value is EditionTable {
  const { current, runs } = (value ?? {}) as Partial<EditionTable>;
  const isText = (each: unknown): boolean => typeof each === 'string';
  const isOptional = (each: unknown): boolean => each === undefined || isText(each);
  const isEdition = (each: Partial<Edition> | null): boolean =>
    each === null || (isText(each?.root) && isOptional(each?.version) && isOptional(each?.locale));
  return (
    Array.isArray(current?.versions) &&
    current.versions.every(isText) &&
    isOptional(current.locale) &&
    Array.isArray(runs) &&
    runs.every((run) => Array.isArray(run) && Number.isSafeInteger(run[0]) && isEdition(run[1]))
  );
}

/** Versions and locales of the topics of an index. */
export class Editions {
  /** As an index contains them. */
  readonly table: EditionTable;

  constructor(table: EditionTable | undefined) {
    this.table = table ?? EVERY_EDITION;
  }

  get current(): CurrentEditions {
    return this.table.current;
  }

  /** Sorted by code unit. */
  get versions(): readonly string[] {
    return this.valuesOf('version');
  }

  /** Sorted by code unit. */
  get locales(): readonly string[] {
    return this.valuesOf('locale');
  }

  /** @param topic by number */
  of(topic: number): Edition | undefined {
    return this.table.runs.findLast(([first]) => first <= topic)?.[1] ?? undefined;
  }

  /**
   * Whether a filter lets an edition pass; `undefined` when it lets all pass.
   *
   * @throws TopicmillError `INVALID_OPTION` for a version or locale that no topic has, and for two that none has together
   */
  filter({ version, locale }: EditionFilter): ((edition: Edition | undefined) => boolean) | undefined {
    if (this.table.runs.length === 0 && isAny(version) && isAny(locale)) return undefined;
    const versions = this.passingValues('version', version, this.current.versions);
    const locales = this.passingValues(
      'locale',
      locale,
      this.current.locale === undefined ? [] : [this.current.locale],
    );
    const passes = (edition: Edition | undefined): boolean =>
      isAmong(edition?.version, versions) && isAmong(edition?.locale, locales);
    if (this.table.runs.some(([, edition]) => passes(edition ?? undefined))) return passes;
    throw unknownEdition(`No page has version ${versions?.join(' or ')} in locale ${locales?.join(' or ')}.`, [
      ...new Set(this.table.runs.flatMap(([, edition]) => (edition === null ? [] : [editionName(edition)]))),
    ]);
  }

  /** The values that pass; `undefined` when all do. */
  private passingValues(
    key: 'version' | 'locale',
    asked: string | undefined,
    current: readonly string[],
  ): readonly string[] | undefined {
    if (asked === ALL_EDITIONS) return undefined;
    if (asked === undefined) return current.length === 0 ? undefined : current;
    const known = this.valuesOf(key);
    if (known.includes(asked)) return [asked];
    throw unknownEdition(`There is no ${key} "${asked}".`, known);
  }

  private valuesOf(key: 'version' | 'locale'): readonly string[] {
    const values = this.table.runs.flatMap(([, edition]) => edition?.[key] ?? []);
    return [...new Set(values)].sort();
  }
}

function isAny(asked: string | undefined): boolean {
  return asked === undefined || asked === ALL_EDITIONS;
}

function isAmong(value: string | undefined, wanted: readonly string[] | undefined): boolean {
  return value === undefined || wanted === undefined || wanted.includes(value);
}

function editionName({ version, locale }: Edition): string {
  return [version, locale].filter((each) => each !== undefined).join(' in ');
}

function unknownEdition(message: string, known: readonly string[]): TopicmillError {
  const remedy =
    known.length === 0
      ? 'Leave it out: these docs have neither versions nor locales.'
      : `Ask for one of ${known.join(', ')}, or for ${ALL_EDITIONS}.`;
  return new TopicmillError('INVALID_OPTION', message, { remedy });
}
