import { resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, flagAt, objectAt, textAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, written } from '../detected-site.js';
import { docsRootPath } from '../repository-path.js';

/** The docs root of an mdBook. */
export function mdbookRoots(folder: string, config: ConfigValue): DetectedRoot[] {
  const html = objectAt(config, 'output', 'html');
  const path = textAt(html, 'site-url');
  const host = textAt(html, 'cname');
  const site = written({
    generator: 'mdbook',
    url:
      path !== undefined && /^https?:/.test(path)
        ? joinUrl(path, '')
        : joinUrl(host === undefined ? undefined : `https://${host}`, path),
    inclusions: true,
    smartPunctuation: flagAt(html, 'smart-punctuation') ?? flagAt(html, 'curly-quotes'),
  });
  return [{ docsRoot: docsRootPath(resolveInRoot(folder, textAt(objectAt(config, 'book'), 'src') ?? 'src')), site }];
}
