import { type CommandIo, counted, reportDiagnostics } from '@topicmill/base/cli';
import { formatPublished } from '@topicmill/pipeline/runner';
import { type BookOptions, chunkBook } from './chunk-book.js';

/** What is printed of a book. */
export interface BookPrintOptions {
  /** List the lines left out. */
  readonly report?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * Splits a book and prints what was made, how its headings were found, and with `report` each line left out.
 *
 * @throws TopicmillError as `chunkBook` does
 */
export async function printBook(source: string, options: BookOptions & BookPrintOptions, io: CommandIo): Promise<void> {
  const { strategyKey, reading, text, sectionCount, snippetCount, published, diagnostics } = await chunkBook(
    source,
    options,
    io,
  );
  reportDiagnostics(diagnostics, io);
  const { headingSource, headings, dropped } = reading;
  const droppedLines = dropped.map(({ kind, line, start, end }) => ({
    line,
    kind,
    text: text.slice(start, end).trim(),
  }));
  if (options.json) {
    const summary = { strategy: strategyKey, headings: headingSource, heading_count: headings.length };
    const counts = { sections: sectionCount, snippets: snippetCount };
    io.stdout.write(`${JSON.stringify({ ...published, ...summary, ...counts, dropped: droppedLines }, null, 2)}\n`);
    return;
  }
  if (options.report) {
    for (const { line, kind, text: shown } of droppedLines) io.stdout.write(`${source}:${line} ${kind}: ${shown}\n`);
  }
  if (options.quiet) return;
  io.stdout.write(
    `${counted(sectionCount, 'section')}, ${counted(snippetCount, 'snippet')} (${strategyKey}); ${counted(headings.length, 'heading')} (${headingSource}), ${counted(dropped.length, 'line')} left out: ${formatPublished(published, options.dryRun === true)}\n`,
  );
}
