import type { ConfigValue } from '../config-value.js';
import { type DetectedRoot, written } from '../detected-site.js';
import { docsRootPath } from '../repository-path.js';

/** A docs root whose pages no known generator publishes. */
export function plainRoot(docsRoot: string, settings: ConfigValue = {}): DetectedRoot {
  return { docsRoot: docsRootPath(docsRoot), site: written({ generator: 'none', ...settings }) };
}
