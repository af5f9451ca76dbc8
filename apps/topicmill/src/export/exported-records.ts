import { type CommandIo, reportDiagnostics } from '@topicmill/base/cli';
import { documentRecords, pathDocName } from '@topicmill/pipeline/records';
import { displayPath, type Workspace } from '@topicmill/pipeline/runner';
import { topicStrategy } from '@topicmill/pipeline/workspace';
import type { ExportedTopic } from '@topicmill/serve/export';

/**
 * The records of all references as JSON lines, by the strategy that the configuration has for each. The metadata of a
 * page's chunk records includes its address.
 */
export async function exportedRecords(
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
