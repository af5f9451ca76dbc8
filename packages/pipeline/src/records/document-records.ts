import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { ChosenStrategy } from '@topicmill/base/options';
import type { StrategyName } from '@topicmill/chunking/strategies';
import type { Dialect } from '@topicmill/text/markdown';
import { bookRecords } from './book-records.js';
import { structuralRecords } from './structural-records.js';

/** What names a document in its records. */
export interface RecordNaming {
  /** What ids name the document by. Default: the name of its file. */
  readonly docName: string | undefined;
  readonly contentType: string;
  readonly dialect: Dialect | undefined;
}

/** The files of a document's records. */
export interface DocumentRecords {
  readonly files: readonly RecordFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface RecordFile {
  /** What the name of the file ends in. */
  readonly suffix: string;
  readonly form: 'array' | 'lines';
  /** JSON texts, each on a line of its own and without its end. */
  readonly records: readonly string[];
}

/** @param chosen with the options of a strategy that makes records */
type RecordMaker = (
  text: string,
  filePath: string,
  chosen: ChosenStrategy['options'],
  naming: RecordNaming,
) => Promise<DocumentRecords>;

/** The strategies that make records of their own. */
const MAKERS: Readonly<Partial<Record<StrategyName, RecordMaker>>> = {
  async structural(text, filePath, options, naming) {
    const { chunks, diagnostics } = await structuralRecords(text, filePath, { chunking: options, ...naming });
    const records = chunks.map((record) => JSON.stringify(record));
    return { files: [{ suffix: 'records.json', form: 'array', records }], diagnostics };
  },
  async 'two-tier'(text, filePath, options, { docName, dialect }) {
    const book = await bookRecords(text, filePath, { chunking: options, docName, dialect });
    const tiers = ['sections', 'snippets'] as const;
    return {
      files: tiers.map((tier) => ({ suffix: `${tier}.jsonl`, form: 'lines', records: book[tier] })),
      diagnostics: book.diagnostics,
    };
  },
};

/**
 * The records of a document by the strategy that was chosen for it. One that makes chunk files only, such as `semantic`,
 * leaves records to `structural` with its defaults.
 *
 * @param filePath path that the records and errors name it by, with `/`
 * @throws TopicmillError `EMPTY_DOCUMENT` for a book without text, `INVALID_OPTION`
 */
export function documentRecords(
  text: string,
  filePath: string,
  { strategy, options }: ChosenStrategy,
  naming: RecordNaming,
): Promise<DocumentRecords> {
  const own = MAKERS[strategy as StrategyName];
  return own === undefined ? MAKERS.structural!(text, filePath, {}, naming) : own(text, filePath, options, naming);
}

/** The text of a file of records. */
export function recordFileText({ form, records }: RecordFile): string {
  if (form === 'lines') return records.map((record) => `${record}\n`).join('');
  return records.length === 0 ? '[]\n' : `[\n${records.join(',\n')}\n]\n`;
}
