import { type ExportedDocs, type ExportFile, exportRecords, type HrefOf, vectorJson } from './export-record.js';

/** One JSON object a line for each chunk: a result, and where there are vectors `model` and `vector`. */
export function exportJsonl(docs: ExportedDocs, hrefOf: HrefOf): ExportFile[] {
  return [
    {
      name: 'chunks.jsonl',
      *pieces() {
        for (const { facts, vector } of exportRecords(docs, hrefOf)) {
          const json = JSON.stringify(docs.model === undefined ? facts : { ...facts, model: docs.model });
          yield vector === undefined ? `${json}\n` : `${json.slice(0, -1)},"vector":${vectorJson(vector)}}\n`;
        }
      },
    },
  ];
}
