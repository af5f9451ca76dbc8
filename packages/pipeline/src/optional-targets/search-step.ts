import { hasContentName, MANIFEST_FILE, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import { INDEX_FILE, QA_PAIRS_FILE, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { type OwnedFiles, ownedFile, type Step, type StepInput } from '../runner/index.js';
import { type DocumentOutputs, PAGE_OUTPUTS, REFERENCE_OUTPUTS } from '../steps/index.js';

/** The files of the published search index; all but the manifest are named by their content. */
const SEARCH_FILES: OwnedFiles = {
  directory: SEARCH_DIRECTORY,
  glob: `${SEARCH_DIRECTORY}/*`,
  owns: (name) => name === MANIFEST_FILE || /^[0-9a-f]{16}\.(?:bin|json)$/.test(name),
  recognizes: (name, text, read, bytes) => {
    if (name === MANIFEST_FILE) return isOwnSearchManifest(text);
    if (hasContentName(bytes, name)) return true;
    const manifest = read(`${SEARCH_DIRECTORY}/${MANIFEST_FILE}`) ?? '';
    return isOwnSearchManifest(manifest) && manifest.includes(name.slice(0, name.indexOf('.')));
  },
};

function isOwnSearchManifest(text: string): boolean {
  return ['"analysis"', '"topicCount"', '"chunkCount"', '"prompts"'].every((key) => text.includes(`${key}:`));
}

/**
 * Publishes the search index of all topics that have chunks. Files that an edit does not
 * change keep their names, and the manifest is written last: a reader sees the old index or the new one.
 */
export const searchStep = searchStepFor(REFERENCE_OUTPUTS, []);
/** The same where the topics are pages. */
export const pageSearchStep = searchStepFor(PAGE_OUTPUTS, [{ kind: 'config', key: 'roots' }]);

function searchStepFor({ manifest, chunks }: DocumentOutputs, inputs: readonly StepInput[]): Step {
  return {
    name: 'search',
    scope: 'docs-root',
    inputs: [
      { kind: 'every-topic', path: REFERENCE_FILE },
      { kind: 'every-topic', path: QA_PAIRS_FILE },
      { kind: 'every-topic-made', files: [ownedFile(INDEX_FILE), manifest, chunks] },
      { kind: 'config', key: 'search' },
      { kind: 'model' },
      ...inputs,
    ],
    outputs: [SEARCH_FILES],
    run: async (inputs, services) => (await import('./run-search.js')).runSearch(inputs, services),
  };
}
