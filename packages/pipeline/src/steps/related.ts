import { ownedFile, type Step } from '../runner/index.js';
import { REFERENCE_FILE } from '../workspace/index.js';

/** File of the docs root that names each topic's nearest topics. */
export const RELATED_FILE = 'related.json';

/** Finds the nearest topics of each topic by the vectors of their first chunks. */
export const relatedStep: Step = {
  name: 'related',
  scope: 'docs-root',
  inputs: [{ kind: 'every-topic', path: REFERENCE_FILE }, { kind: 'config', key: 'chunking' }, { kind: 'model' }],
  outputs: [ownedFile(RELATED_FILE)],
  async run(inputs, services) {
    const { findRelated } = await import('./find-related.js');
    const { text, diagnostics } = await findRelated(inputs, services);
    return { files: new Map([[RELATED_FILE, text]]), diagnostics };
  },
};
