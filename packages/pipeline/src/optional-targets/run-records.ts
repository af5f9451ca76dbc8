import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { DocumentFile } from '@topicmill/base/files';
import type { Dialect } from '@topicmill/text/markdown';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { bookRecords, pathDocName, structuralRecords } from '../records/index.js';
import type { StepInputs, StepResult } from '../runner/index.js';
import { topicDocument } from '../steps/index.js';
import { RECORDS_DIRECTORY } from './record-files.js';

/** Makes the records of a topic's reference, or of every document of a folder. */
export async function runRecords(inputs: StepInputs): Promise<StepResult> {
  const files = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, { text }] of documentsOf(inputs)) {
    const made = await recordsOf(text, inputs.displayPath(name), inputs.config.records, naming(inputs, name));
    const baseName = name.replace(/\.[^.]*$/, '');
    for (const [suffix, content] of made.texts) files.set(`${RECORDS_DIRECTORY}/${baseName}.${suffix}`, content);
    diagnostics.push(...made.diagnostics);
  }
  return { files, diagnostics };
}

function documentsOf(inputs: StepInputs): readonly (readonly [name: string, file: DocumentFile])[] {
  if (inputs.folder.isTopic) return [[REFERENCE_FILE, inputs.required(REFERENCE_FILE)]];
  return inputs.others.map(({ path, file }) => [path, file]);
}

interface Naming {
  readonly docName: string | undefined;
  readonly dialect: Dialect | undefined;
}

function naming({ folder, displayPath }: StepInputs, fileName: string): Naming {
  return {
    docName: pathDocName(folder.isTopic ? folder.id : displayPath(fileName)),
    dialect: folder.isTopic ? topicDocument(folder).dialect : undefined,
  };
}

interface MadeRecords {
  /** By the end of the file's name. */
  readonly texts: readonly (readonly [suffix: string, text: string])[];
  readonly diagnostics: readonly Diagnostic[];
}

async function recordsOf(
  text: string,
  filePath: string,
  { strategy, ...settings }: StepInputs['config']['records'],
  naming: Naming,
): Promise<MadeRecords> {
  const options = { ...settings, ...naming };
  if (strategy === 'two-tier') {
    const { sections, snippets, diagnostics } = await bookRecords(text, filePath, options);
    const texts = [
      ['sections.jsonl', sections.join('')],
      ['snippets.jsonl', snippets.join('')],
    ] as const;
    return { texts, diagnostics };
  }
  const { chunks, diagnostics } = await structuralRecords(text, filePath, options);
  const rows = chunks.map((record) => JSON.stringify(record));
  return { texts: [['records.json', rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`]], diagnostics };
}
