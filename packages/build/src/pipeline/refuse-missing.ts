import { TopicmillError } from '@topicmill/base/diagnostics';
import { REFERENCE_FILE } from './folder-tree.js';

/** Commands of single steps, by the first part of the paths that they make. */
const COMMANDS: ReadonlyMap<string, (folder: string) => string> = new Map([
  ['_chunks', (folder) => `chunking-tool ${folder}/${REFERENCE_FILE}`],
  ['_keywords', (folder) => `keyword-extractor ${folder}`],
  ['topic-spec.md', (folder) => `topic-spec ${folder}`],
  ['index.json', (folder) => `index-tool ${folder}`],
]);

/**
 * Says that a step lacks a file, and which command makes it.
 *
 * @param path below the folder
 * @param shownFolder as messages name it
 * @param need what of the file is not there
 * @throws TopicmillError `STEP_INPUT_MISSING`
 */
export function refuseMissing(step: string, path: string, shownFolder: string, need = 'this file'): never {
  const command = COMMANDS.get(path.split('/')[0]!)?.(shownFolder);
  const maker = command === undefined ? '' : `Run \`npx ${command}\` first; `;
  throw new TopicmillError('STEP_INPUT_MISSING', `The step "${step}" needs ${need}, which is not there.`, {
    file: `${shownFolder}/${path}`,
    remedy: `${maker}\`npx nx run-many -t index\` runs all steps in order.`,
  });
}
