import { TopicmillError } from '@topicmill/base/diagnostics';
import { STRATEGY_NAMES, type StrategyName } from '@topicmill/chunking/strategies';

/** Chunk files, a file for each record, or records as JSON lines. */
export type OutputFormat = 'files' | 'records' | 'jsonl';

/** What a strategy that makes records writes, the default first; the others write chunk files. */
const FORMATS: Readonly<Partial<Record<StrategyName, readonly OutputFormat[]>>> = {
  structural: ['records', 'jsonl', 'files'],
  'two-tier': ['jsonl', 'files'],
};

/** What `--format` alone chooses. */
const STRATEGY_BY_FORMAT: Readonly<Record<OutputFormat, StrategyName | undefined>> = {
  files: undefined,
  records: 'structural',
  jsonl: 'two-tier',
};

/** What is made of a document. */
export interface Output {
  /** `undefined`: the one that a build has for the document. */
  readonly strategy: StrategyName | undefined;
  readonly format: OutputFormat;
}

/**
 * Strategy and format, each of which implies the other.
 *
 * @throws TopicmillError `INVALID_OPTION` for two that do not go together
 */
export function chooseOutput({ strategy, format }: Partial<Output>): Output {
  if (strategy === undefined) return { strategy: STRATEGY_BY_FORMAT[format ?? 'files'], format: format ?? 'files' };
  const formats = formatsOf(strategy);
  if (format === undefined || formats.includes(format)) return { strategy, format: format ?? formats[0]! };
  const fitting = STRATEGY_BY_FORMAT[format] ?? STRATEGY_NAMES[0]!;
  throw new TopicmillError('INVALID_OPTION', `The strategy ${strategy} has no format "${format}".`, {
    remedy: `Leave one of the two out, or use --strategy ${fitting} with --format ${format}.`,
  });
}

function formatsOf(strategy: StrategyName): readonly OutputFormat[] {
  return FORMATS[strategy] ?? ['files'];
}

/** Options of records, by the strategies whose records have them. */
const RECORD_OPTIONS: readonly { readonly names: readonly string[]; readonly strategies: readonly StrategyName[] }[] = [
  { names: ['title'], strategies: ['structural', 'two-tier'] },
  { names: ['content-type', 'strict', 'stamp'], strategies: ['structural'] },
  { names: ['report'], strategies: ['two-tier'] },
];

/** @throws TopicmillError `INVALID_OPTION` for an option that what is written does not have */
export function refuseRecordOptions(
  options: Readonly<Record<string, unknown>>,
  { strategy = STRATEGY_NAMES[0]!, format }: Output,
): void {
  for (const { names, strategies } of RECORD_OPTIONS) {
    if (format !== 'files' && strategies.includes(strategy)) continue;
    const given = names.find(
      (name) => options[name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())] !== undefined,
    );
    if (given === undefined) continue;
    const what = format === 'files' ? 'A chunk file' : `The strategy ${strategy}`;
    throw new TopicmillError('INVALID_OPTION', `${what} has no option --${given}.`, {
      remedy: `Leave it out, or make records with --strategy ${strategies.join(' or ')}.`,
    });
  }
}
