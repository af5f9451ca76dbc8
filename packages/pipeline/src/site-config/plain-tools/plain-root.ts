import type { ConfigValue } from '../config-value.js';
import { type DetectedRoot, written } from '../detected-site.js';
import { docsRootPath } from '../repository-path.js';

/** What `topicmill.yaml` leaves out of a docs root without a generator, if it names nothing else. */
export const PARTIALS = ['**/_!(index.md|index.*.md|index.mdx)', '**/_*/**'];

/** A docs root whose pages no known generator publishes. */
export function plainRoot(docsRoot: string, settings: ConfigValue = {}): DetectedRoot {
  return { docsRoot: docsRootPath(docsRoot), site: written({ generator: 'none', ...settings }) };
}
