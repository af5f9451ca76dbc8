import { buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/** Builds the docs repository in the working folder without Nx, as `topicmill build` does. */
const { folders } = await buildDocs(openWorkspace(process.cwd(), { env: {} }), {});
process.exitCode = folders.every(({ outcome }) => outcome === 'built') ? 0 : 1;
