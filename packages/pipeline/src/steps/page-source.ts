import type { DocumentFile } from '@topicmill/base/files';
import { QA_PAIRS_FILE, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import type { FileContent, Step } from '../runner/index.js';
import { PAGE_OUTPUTS, topicDocument } from './topic-document.js';

/**
 * Puts the page itself, byte for byte, and the questions about it next to what is made from it, so that ranges of the page
 * can be asked for there, and the folder can be served as it is.
 */
export const pageSourceStep: Step = {
  name: 'source',
  scope: 'topic',
  inputs: [{ kind: 'source', path: REFERENCE_FILE }, { kind: 'source', path: QA_PAIRS_FILE }, { kind: 'page' }],
  outputs: [PAGE_OUTPUTS.source],
  run: async ({ folder, required, file }) => {
    const files = new Map([[topicDocument(folder).sourceName, contentOf(required(REFERENCE_FILE))]]);
    const questions = file(QA_PAIRS_FILE);
    if (questions !== undefined) files.set(QA_PAIRS_FILE, contentOf(questions));
    return { files, diagnostics: [] };
  },
};

/** As text, which is kept at less cost, where that has the same bytes. */
function contentOf({ text, bytes }: DocumentFile): FileContent {
  return Buffer.from(text, 'utf8').equals(bytes) ? text : bytes;
}
