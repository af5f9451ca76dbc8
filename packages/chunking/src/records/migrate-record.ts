import { BREADCRUMB_SEPARATOR, joinBreadcrumb } from '@topicmill/text/markdown';
import { NumberedSlugs } from '@topicmill/text/slugs';
import * as z from 'zod';
import { checkOptions } from '../check-options.js';
import { type ChunkRecord, chunkRecordSchema, inSchemaOrder, recordFaults } from './record-schema.js';

/** A record of an older format, converted to the current one. */
export interface MigratedRecord {
  /** Fields in the order of the format; those that could not be filled are missing or as `unfilled` says. */
  readonly record: Partial<ChunkRecord>;
  /** Fields that the old record lacks: left out, or derived from others in a way that may be wrong. */
  readonly unfilled: readonly UnfilledField[];
  /** What is still wrong with the record by the schema; empty when it is whole. */
  readonly faults: readonly string[];
}

export interface UnfilledField {
  readonly field: string;
  /** `missing` when nothing could be filled in, `guessed` when it was derived from other fields. */
  readonly how: 'missing' | 'guessed';
  readonly reason: string;
}

/** What to fill in where an old record has nothing. */
export interface MigrationDefaults {
  readonly fileTitle?: string;
  readonly contentType?: string;
  /** Ids of all records of the document, to link those that name no neighbours. */
  readonly neighbours?: ReadonlySet<string>;
}

const migrationSchema = z.strictObject({
  record: z.record(z.string(), z.unknown()),
  defaults: z.strictObject({
    fileTitle: z.string().optional(),
    contentType: z.string().optional(),
    neighbours: z.instanceof(Set).optional(),
  }),
});

type Fields = Readonly<Record<string, unknown>>;

/** Old names of fields that only changed their name. */
const RENAMED_FIELDS: Readonly<Record<string, string>> = {
  displayMarkdown: 'originalText',
  heading: 'sectionTitle',
  headerHierarchy: 'headerBreadcrumb',
  headingTrail: 'headerPath',
};
const OBSOLETE: ReadonlySet<string> = new Set([...Object.keys(RENAMED_FIELDS), 'charOffsets', 'tokenCount', 'content']);

/**
 * Turns a record of an older format into the present one: `displayMarkdown`, `charOffsets`, `heading`,
 * `headerHierarchy`, `headingTrail` and `tokenCount` get their new names, fields that follow from others are made, and
 * unknown fields go to `metadata`. A record of the present format is returned unchanged.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown default, or one that is not a string, and for a record that is
 *   not an object
 */
export function migrateRecord(old: Fields, defaults: MigrationDefaults = {}): MigratedRecord {
  checkOptions(migrationSchema, { record: old, defaults }, 'migrateRecord');
  return new Migration(old, defaults).run();
}

class Migration {
  private readonly unfilled: UnfilledField[] = [];
  private readonly fields: Record<string, unknown> = {};

  constructor(
    private readonly old: Fields,
    private readonly defaults: MigrationDefaults,
  ) {}

  run(): MigratedRecord {
    this.rename();
    this.identify();
    this.placeInDocument();
    this.nameSections();
    this.countTokens();
    this.fillText();
    this.keepUnknown();
    const record = inSchemaOrder(chunkRecordSchema, this.fields) as Partial<ChunkRecord>;
    return { record, unfilled: this.unfilled, faults: recordFaults(record) };
  }

  private rename(): void {
    for (const field of Object.keys(chunkRecordSchema.shape)) {
      if (this.old[field] !== undefined) this.fields[field] = this.old[field];
    }
    for (const [oldName, newName] of Object.entries(RENAMED_FIELDS)) {
      if (this.fields[newName] === undefined && this.old[oldName] !== undefined)
        this.fields[newName] = this.old[oldName];
    }
  }

  private identify(): void {
    const [, type, docName, number] = /^([^:]+):(.+)::ch(\d+)$/.exec(String(this.fields['id'] ?? '')) ?? [];
    this.fill('contentType', type ?? this.defaults.contentType, 'the id does not start with it');
    this.fill('chunkNumber', number === undefined ? undefined : Number(number), 'the id does not end with it');
    this.fill('parentId', docName === undefined ? undefined : `${type}:${docName}`, 'the id does not contain it');
    this.linkNeighbours(docName === undefined ? undefined : `${type}:${docName}`, Number(number));
  }

  /** Ids number the chunks of a document, so the previous one is known; the next one may not exist. */
  private linkNeighbours(parentId: string | undefined, number: number): void {
    const { neighbours } = this.defaults;
    const linkTo = (other: number) => {
      if (parentId === undefined || other < 0) return null;
      const id = `${parentId}::ch${other}`;
      return neighbours === undefined || neighbours.has(id) ? id : null;
    };
    const reason =
      neighbours === undefined ? 'taken from the number in the id' : 'taken from the ids of the other records';
    const next = neighbours === undefined ? null : linkTo(number + 1);
    this.guess('prevId', linkTo(number - 1), reason, number === 0 ? 0 : 1);
    this.guess('nextId', next, neighbours === undefined ? 'the record names none' : reason, 1);
  }

  private placeInDocument(): void {
    const offsets = (this.old['charOffsets'] ?? {}) as Fields;
    const position = (this.fields['sourcePosition'] ?? {}) as Fields;
    const places: Record<string, unknown> = {
      charStart: position['charStart'] ?? offsets['charStart'] ?? offsets['start'],
      charEnd: position['charEnd'] ?? offsets['charEnd'] ?? offsets['end'],
      totalChars:
        position['totalChars'] ?? position['sourceLength'] ?? offsets['totalChars'] ?? offsets['sourceLength'],
    };
    for (const [name, value] of Object.entries(places)) {
      if (value === undefined) this.report(`sourcePosition.${name}`, 'missing', 'the record has no such offset');
    }
    this.fields['sourcePosition'] = defined(places);
  }

  private nameSections(): void {
    const { fields } = this;
    const breadcrumb = fields['headerBreadcrumb'];
    if (fields['headerPath'] === undefined && typeof breadcrumb === 'string') {
      fields['headerPath'] = breadcrumb === '' ? [] : breadcrumb.split(BREADCRUMB_SEPARATOR);
      if (breadcrumb !== '') this.report('headerPath', 'guessed', 'split at " > ", which a heading may contain');
    }
    const title = fields['sectionTitle'];
    if (fields['headerPath'] === undefined && typeof title === 'string') {
      fields['headerPath'] = title === '' ? [] : [title];
      this.report('headerPath', 'guessed', 'only the nearest heading is known');
    }
    const path = Array.isArray(fields['headerPath']) ? fields['headerPath'].map(String) : [];
    if (fields['headerPath'] === undefined) this.report('headerPath', 'missing', 'the record names no heading');
    fields['headerBreadcrumb'] ??= joinBreadcrumb(path);
    fields['sectionTitle'] ??= path.at(-1) ?? '';
    this.guess(
      'headerDepths',
      path.map((_, i) => Math.min(i + 1, 6)),
      'taken to go down one level each',
      path.length,
    );
    const slugs = new NumberedSlugs();
    this.guess(
      'headerSlugs',
      path.map((text) => slugs.slugOf(text)),
      'a heading that comes twice may have a number',
      path.length,
    );
    fields['sectionSlug'] ??= (fields['headerSlugs'] as string[]).at(-1) ?? '';
    this.fields['fileTitle'] ??= this.defaults.fileTitle;
    const shownTitle = this.titleInPrefix();
    if (this.fields['fileTitle'] === undefined && shownTitle !== undefined) {
      this.fields['fileTitle'] = shownTitle;
      this.report('fileTitle', 'guessed', 'taken from what embedText starts with; give --title for another');
    }
    this.fill('fileTitle', undefined, 'no record held it; give --title');
  }

  /** The title that older formats put before the text to embed, as `Title: …` or before the headings. */
  private titleInPrefix(): string | undefined {
    const { embedText, originalText, headerBreadcrumb } = this.fields;
    if (typeof embedText !== 'string' || embedText === originalText) return undefined;
    const [prefix = ''] = embedText.split('\n', 1);
    if (prefix.startsWith('Title: ')) return prefix.slice('Title: '.length).trim() || undefined;
    const end = `${BREADCRUMB_SEPARATOR}${headerBreadcrumb}`;
    return prefix.endsWith(end) ? prefix.slice(0, -end.length).trim() || undefined : undefined;
  }

  private countTokens(): void {
    const stats = (this.fields['tokenStats'] ?? {}) as Fields;
    const tokens = stats['tokens'] ?? this.old['tokenCount'];
    if (tokens === undefined) this.report('tokenStats.tokens', 'missing', 'the record has no count');
    const { originalText } = this.fields;
    const estimatedTokens =
      stats['estimatedTokens'] ?? (typeof originalText === 'string' ? Math.ceil(originalText.length / 4) : undefined);
    this.fields['tokenStats'] = defined({ tokens, estimatedTokens });
  }

  private fillText(): void {
    this.fill('originalText', this.old['content'], 'the record has no text to show');
    if (this.fields['embedText'] === undefined && typeof this.fields['originalText'] === 'string') {
      this.fields['embedText'] = this.fields['originalText'];
      this.report('embedText', 'guessed', 'the same as originalText');
    }
    this.guess('nodeTypes', [], 'the record does not say what it is made from', 1);
  }

  private keepUnknown(): void {
    const known = new Set([...Object.keys(chunkRecordSchema.shape), ...OBSOLETE]);
    const unknown = Object.entries(this.old).filter(([field]) => !known.has(field));
    if (unknown.length === 0) return;
    this.fields['metadata'] = { ...((this.fields['metadata'] ?? {}) as Fields), ...Object.fromEntries(unknown) };
  }

  private fill(field: string, value: unknown, reason: string): void {
    if (this.fields[field] !== undefined) return;
    if (value === undefined) this.report(field, 'missing', reason);
    else this.fields[field] = value;
  }

  /** @param doubtCount how many values may be wrong; none is reported without one */
  private guess(field: string, value: unknown, reason: string, doubtCount: number): void {
    if (this.fields[field] !== undefined) return;
    this.fields[field] = value;
    if (doubtCount > 0) this.report(field, 'guessed', reason);
  }

  private report(field: string, how: UnfilledField['how'], reason: string): void {
    this.unfilled.push({ field, how, reason });
  }
}

function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
