import { resolve } from 'node:path';
import { type CommandIo, counted, type ExitCode, reportDiagnostics } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { removeFile } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { documentRecords, pathDocName } from '@topicmill/pipeline/records';
import { displayPath, type Workspace } from '@topicmill/pipeline/runner';
import { topicStrategy } from '@topicmill/pipeline/workspace';
import type { ExportedTopic } from '@topicmill/serve/export';
import { Argument } from 'commander';
import { readExportedDocs } from '../export/read-exported-docs.js';
import {
  EXPORT_FORMATS,
  type ExportedFile,
  type ExportFormat,
  exportFiles,
  isDatabase,
  needsVectors,
  writeExport,
} from '../export/run-export.js';
import { docsVersionOption, localeOption } from '../query/query-options.js';
import { startProgress } from '../report/progress.js';
import { formatBytes, topicmillCommand } from '../report/report-command.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface ExportOptions {
  readonly out?: string;
  readonly baseUrl?: string;
  readonly name: string;
  readonly docsVersion?: string;
  readonly locale?: string;
  readonly vectors: boolean;
  readonly since?: string;
  readonly model?: string;
  readonly dryRun?: true;
  readonly quiet?: true;
  readonly json?: true;
}

const FORMATS = Object.keys(EXPORT_FORMATS) as ExportFormat[];

/** Runs `topicmill export`; see `--help`. */
export const exportDocs = topicmillCommand(
  {
    name: 'topicmill export',
    description: `Writes built docs for other programs:\n${FORMATS.map((format) => `  ${format.padEnd(10)} ${EXPORT_FORMATS[format]}`).join('\n')}`,
    examples: [
      ['topicmill export llms', 'llms.txt and llms-full.txt in the docs root'],
      ['topicmill export llms --base-url https://example.org/docs', 'the same with absolute links'],
      ['topicmill export jsonl typesense --out dist', 'two formats into one folder'],
      ['topicmill export jsonl --docs-version all', 'every version of the docs, not only the current one'],
      ['topicmill export qdrant --since export', 'also what has changed since the export in that folder'],
      ['topicmill export pgvector --dry-run', 'say what would be written'],
    ],
  },
  (program) =>
    program
      .addArgument(new Argument('<formats...>', 'one or several').choices(FORMATS))
      .option('--out <folder>', 'where the files go (default: export, llms: the docs root)')
      .option('--base-url <url>', 'what links begin with (default: baseHref of the configuration, else relative)')
      .option('--name <name>', 'of the Typesense collection or the table', 'chunks')
      .addOption(docsVersionOption())
      .addOption(localeOption())
      .option(
        '--since <folder>',
        'of an earlier export: write what has changed since, too (typesense, qdrant, pgvector)',
      )
      .option('--no-vectors', 'leave out vectors')
      .option('--model <name>', 'embedding model, instead of the configured one')
      .option('--dry-run', 'say what would be written; embed and write nothing')
      .option('--quiet', 'print no progress')
      .option('--json', 'print the report as JSON'),
  (io) => async (names: ExportFormat[], options: ExportOptions) => {
    return run([...new Set(names)], options, { ...io, isQuiet: options.quiet === true });
  },
);

async function run(formats: readonly ExportFormat[], options: ExportOptions, io: CommandIo): Promise<ExitCode> {
  const { out, baseUrl, name, vectors, since, model, dryRun, json } = options;
  checkFormats(formats, options);
  const surroundings = surroundingsOf(io);
  const { onWarning } = surroundings;
  const workspace = openSurroundingWorkspace(surroundings, model);
  const withVectors = vectors && !dryRun && needsVectors(formats);
  const progress = startProgress('Reading topics', io);
  const { docs, embeddedCount, unbuilt, faults } = await readExportedDocs(workspace, {
    withVectors,
    edition: { version: options.docsVersion, locale: options.locale },
    onTopic: (done, total) => progress.update(`${done} of ${total}`),
  }).finally(() => progress.stop());
  const files: ExportedFile[] = [];
  const records = formats.includes('records') && !dryRun ? await exportedRecords(docs.topics, workspace, io) : [];
  const plan = { formats, out, baseUrl, name, records, since, isDryRun: dryRun === true };
  const { changes, left } = exportFiles(docs, plan, workspace, io.cwd, (path, file) => {
    files.push(dryRun ? { path, bytes: 0, written: false } : writeExport(path, file, io.cwd));
  });
  const removed = left.filter((path) => dryRun || removeFile(resolve(io.cwd, path), path));
  reportDiagnostics(faults, io);
  for (const id of unbuilt) {
    onWarning(`"${id}" is not built and has no chunks here; run: npx topicmill build`);
  }
  const chunkCount = docs.topics.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const report = {
    files,
    ...(removed.length === 0 ? {} : { removed }),
    topicCount: docs.topics.length,
    chunkCount,
    model: docs.model ?? null,
    embeddedCount,
    unbuilt,
    ...(faults.length === 0 ? {} : { faults }),
    ...(since === undefined ? {} : { changes }),
  };
  if (json) io.stdout.write(indentedJson(report));
  else io.stdout.write(formatReport(report, changes, dryRun));
  return unbuilt.length === 0 && faults.length === 0 ? 0 : 1;
}

interface ExportReport {
  readonly files: readonly ExportedFile[];
  readonly removed?: readonly string[];
  readonly topicCount: number;
  readonly chunkCount: number;
  readonly embeddedCount: number;
}

function formatReport(
  { files, removed = [], topicCount, chunkCount, embeddedCount }: ExportReport,
  changes: ReturnType<typeof exportFiles>['changes'],
  isDryRun = false,
): string {
  const embedded = embeddedCount === 0 ? '' : `; embedded ${counted(embeddedCount, 'text')}`;
  return [
    ...files.map(({ path, bytes, written }) =>
      isDryRun ? `would write ${path}` : `${written ? 'written' : 'unchanged'} ${path}, ${formatBytes(bytes)}`,
    ),
    ...removed.map((path) => `${isDryRun ? 'would remove' : 'removed'} ${path}, which is not needed any more`),
    ...changes.map(
      ({ format, upserted, deleted, unchanged }) =>
        `${format}: ${counted(upserted, 'chunk')} new or changed, ${deleted} gone, ${unchanged} unchanged`,
    ),
    `${counted(topicCount, 'topic')}, ${counted(chunkCount, 'chunk')}${embedded}`,
    '',
  ].join('\n');
}

function checkFormats(formats: readonly ExportFormat[], { vectors, since }: ExportOptions): void {
  if (!vectors && formats.includes('qdrant')) {
    throw new TopicmillError('INVALID_OPTION', 'A Qdrant collection of chunks needs vectors.', {
      remedy: 'Leave out --no-vectors.',
    });
  }
  if (since !== undefined && !formats.every(isDatabase)) {
    throw new TopicmillError('INVALID_OPTION', 'Changes are exported for typesense, qdrant and pgvector only.', {
      remedy: 'Leave out --since, or export the other formats by a command of their own.',
    });
  }
}

/**
 * The records of all references as JSON lines, by the strategy that the configuration has for each. The metadata of a
 * page's chunk records includes its address.
 */
async function exportedRecords(
  topics: readonly ExportedTopic[],
  { config, tree }: Workspace,
  io: CommandIo,
): Promise<string[]> {
  const { contentType } = config.records;
  const lines: string[] = [];
  for (const { id, text, referencePath, url } of topics) {
    const naming = { contentType, docName: pathDocName(id), dialect: undefined };
    const strategy = topicStrategy(config, tree.get(id)!);
    const { files, diagnostics } = await documentRecords(text, displayPath(config, referencePath), strategy, naming);
    reportDiagnostics(diagnostics, io);
    for (const record of files.flatMap(({ records }) => records)) {
      lines.push(`${url === undefined ? record : withAddress(record, url)}\n`);
    }
  }
  return lines;
}

/** Records of books have no metadata. */
function withAddress(json: string, url: string): string {
  const record = JSON.parse(json) as { readonly metadata?: object };
  return record.metadata === undefined ? json : JSON.stringify({ ...record, metadata: { ...record.metadata, url } });
}
