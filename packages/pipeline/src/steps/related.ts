import { isOwnRelated } from '@topicmill/topics/formats';
import { REFERENCE_FILE, RELATED_FILE } from '@topicmill/topics/formats/file-names';
import { type OwnedFiles, ownedFile, type Step } from '../runner/index.js';
import { FIRST_PAGE_CHUNK, FIRST_REFERENCE_CHUNK } from './topic-document.js';

/** Finds the nearest topics of each topic by the vectors of their first chunks. */
export const relatedStep = relatedStepFor(FIRST_REFERENCE_CHUNK);
/** The same where the topics are pages. */
export const pageRelatedStep = relatedStepFor(FIRST_PAGE_CHUNK);

function relatedStepFor(firstChunk: OwnedFiles): Step {
  return {
    name: 'related',
    scope: 'docs-root',
    inputs: [
      { kind: 'every-topic', path: REFERENCE_FILE },
      { kind: 'every-topic-made', files: [firstChunk] },
      { kind: 'config', key: 'chunking' },
      { kind: 'model' },
    ],
    outputs: [{ ...ownedFile(RELATED_FILE), recognizes: (_, text) => isOwnRelated(text) }],
    async run(inputs, services) {
      const { findRelated } = await import('./find-related.js');
      const { text, diagnostics, isPartial } = await findRelated(inputs, services);
      return { files: new Map([[RELATED_FILE, text]]), diagnostics, isPartial };
    },
  };
}
