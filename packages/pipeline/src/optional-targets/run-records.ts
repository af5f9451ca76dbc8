import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { DocumentFile } from '@topicmill/base/files';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { documentRecords, pathDocName, recordFileText } from '../records/index.js';
import type { StepInputs, StepResult } from '../runner/index.js';
import { topicDocument } from '../steps/index.js';
import { chosenStrategy, topicStrategy } from '../workspace/index.js';
import { RECORDS_DIRECTORY } from './target-files.js';

/** Makes the records of a topic's reference, or of every document of a folder, each by its own strategy. */
export async function runRecords(inputs: StepInputs): Promise<StepResult> {
  const { config, folder, displayPath } = inputs;
  const { contentType } = config.records;
  const files = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, { text }] of recordDocuments(inputs)) {
    const strategy = folder.isTopic ? topicStrategy(config, folder) : chosenStrategy(config, displayPath(name));
    const made = await documentRecords(text, displayPath(name), strategy, {
      contentType,
      docName: pathDocName(folder.isTopic ? folder.id : displayPath(name)),
      dialect: folder.isTopic ? topicDocument(folder).dialect : undefined,
    });
    const baseName = name.replace(/\.[^.]*$/, '');
    for (const file of made.files) files.set(`${RECORDS_DIRECTORY}/${baseName}.${file.suffix}`, recordFileText(file));
    diagnostics.push(...made.diagnostics);
  }
  return { files, diagnostics };
}

function recordDocuments(inputs: StepInputs): readonly (readonly [name: string, file: DocumentFile])[] {
  if (inputs.folder.isTopic) return [[REFERENCE_FILE, inputs.required(REFERENCE_FILE)]];
  return inputs.others.map(({ path, file }) => [path, file]);
}
