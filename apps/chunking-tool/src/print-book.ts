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
 * Splits a book; returns what was made and how its headings were found, and with `report` prints each line left out.
 *
 * @throws TopicmillError as `chunkBook` does
 */
export async function printBook(
  source: string,
  options: BookOptions & BookPrintOptions,
  io: CommandIo,
): Promise<Readonly<Record<string, unknown>> | string> {
  const { strategyKey, reading, text, sectionCount, snippetCount, published, diagnostics } = await chunkBook(
    source,
    options,
    io,
  );
  reportDiagnostics(diagnostics, io);
  const { headingSource, headings, dropped } = reading;
  const droppedLines = dropped.map(({ kind, line, start, end, reason }) => ({
    line,
    kind,
    ...(reason !== undefined && { reason }),
    text: text.slice(start, end).trim(),
  }));
  if (options.json) {
    const summary = { strategy: strategyKey, headings: headingSource, heading_count: headings.length };
    return { ...published, ...summary, sections: sectionCount, snippets: snippetCount, dropped: droppedLines };
  }
  if (options.report) {
    for (const { line, kind, reason, text: shown } of droppedLines) {
      const why = reason === undefined ? '' : ` (${reason})`;
      io.stdout.write(`${source}:${line} ${kind}${why}: ${shown}\n`);
    }
  }
  const made = `${counted(sectionCount, 'section')}, ${counted(snippetCount, 'snippet')} (${strategyKey})`;
  const read = `${counted(headings.length, 'heading')} (${headingSource}), ${counted(dropped.length, 'line')} left out`;
  return `${made}; ${read}: ${formatPublished(published, options.dryRun === true)}`;
}
