import { fileURLToPath } from 'node:url';

/** Folder of the built viewer: `index.html`, and `_topicmill/` with what it loads. A static host serves it next to the docs. */
export function viewerDirectory(): string {
  return fileURLToPath(new URL('../../dist/viewer/site/', import.meta.url));
}
