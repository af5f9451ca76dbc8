import { type CommandIo, reportDiagnostics } from '@topicmill/base/cli';
import { pathDocName, structuralRecords } from '@topicmill/pipeline/records';
import { displayPath, type Workspace } from '@topicmill/pipeline/runner';
import type { ExportedTopic } from '@topicmill/serve/export';

/**
 * The chunk records of all references as JSON lines, by the settings `records` of the configuration. The metadata of a
 * page's records includes its address.
 *
 * @throws TopicmillError `INVALID_OPTION` for sizes that not every document can have
 */
export async function exportedRecords(
  topics: readonly ExportedTopic[],
  { config }: Workspace,
  io: CommandIo,
): Promise<string[]> {
  const { contentType, minTokens, targetTokens, maxTokens, overlapSentences, breadcrumbMode, tokenCounter } =
    config.records;
  const settings = { contentType, minTokens, targetTokens, maxTokens, overlapSentences, breadcrumbMode, tokenCounter };
  const lines: string[] = [];
  for (const { id, text, referencePath, url } of topics) {
    const options = { ...settings, docName: pathDocName(id) };
    const { chunks, diagnostics } = await structuralRecords(text, displayPath(config, referencePath), options);
    reportDiagnostics(diagnostics, io);
    for (const record of chunks) {
      const { metadata } = record;
      lines.push(`${JSON.stringify(url === undefined ? record : { ...record, metadata: { ...metadata, url } })}\n`);
    }
  }
  return lines;
}
