import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
import { cutTopics, type GateTopic, worktreeSnapshot } from '@topicmill/pipeline/gate';
import { BuildRecord } from '@topicmill/pipeline/runner';
import { topicDocument } from '@topicmill/pipeline/steps';
import { engineId, readPageTree } from '@topicmill/pipeline/workspace';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import type { SiteFiles } from './site-files.js';

/** The pages of a site, cut as the build cuts them. */
export interface SitePages {
  readonly config: TopicmillConfig;
  readonly topics: readonly GateTopic[];
  /** The whole page as its readers see it, by topic id. */
  readonly texts: ReadonlyMap<string, string>;
  /** Topic ids by page path, relative to the docs root. */
  readonly idOf: ReadonlyMap<string, string>;
}

/**
 * Reads the pages of a site. Nothing is written but a record of what was read, in `.topicmill` of the checkout.
 *
 * @param root of the checkout
 * @throws TopicmillError `INVALID_OPTION` for a page that is asked for and not there
 */
export async function readSitePages(root: string, site: SiteFiles): Promise<SitePages> {
  const { config } = site;
  const engine = engineId();
  const hashes = new BuildRecord(root, engine);
  const { tree } = readPageTree(root, config, { engine, now: new Date(), hashes });
  const snapshot = worktreeSnapshot({ root, config, tree });
  const { topics } = await cutTopics(snapshot);
  const texts = new Map<string, string>();
  const idOf = new Map<string, string>();
  for (const { id } of topics) {
    const folder = tree.get(id)!;
    const text = new TextDecoder().decode(await snapshot.read(id, REFERENCE_FILE));
    texts.set(id, topicDocument(folder).readable(text));
    idOf.set(join('/', folder.page!.path).slice(join('/', config.docsRoot, '/').length), id);
  }
  const asked = [...site.questions.flatMap(({ pages }) => pages), ...site.expansions.keys()];
  const missing = asked.find((path) => !idOf.has(path));
  if (missing === undefined) return { config, topics, texts, idOf };
  throw new TopicmillError('INVALID_OPTION', `A question names a page that the site does not publish: ${missing}.`, {
    file: site.name,
    remedy: `Name a page by its path relative to "${config.docsRoot}", and check out commit ${site.commit}.`,
  });
}
