import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { displayPath, folderPath } from '@topicmill/pipeline/runner';
import { SearchStore, type StoredIndex } from '@topicmill/pipeline/search-store';
import type { DocsConfig } from '@topicmill/pipeline/workspace';
import { type EmbedQuery, MANIFEST_FILE, SEARCH_DIRECTORY, type WordKnowledge } from '@topicmill/search/retrieval';
import type { Surroundings } from '../workspace/surroundings.js';

/** What a search of built docs is opened with. */
export interface BuiltIndexOptions extends Surroundings {
  readonly embed: EmbedQuery | undefined;
  readonly words: WordKnowledge;
}

/** The search index of a docs repository, as builds keep it. */
export class BuiltIndex {
  private readonly store: SearchStore;

  constructor(
    private readonly docs: DocsConfig,
    private readonly options: BuiltIndexOptions,
  ) {
    this.store = new SearchStore(docs.root, docs.config, options);
  }

  /**
   * The index of what was built last, or `undefined` where none is kept but one is published in the docs root. An index is
   * made only where topics were built without one, as in a fresh clone that has their files.
   *
   * @throws TopicmillError `DOCS_NOT_BUILT`; what `updateSearchStore` throws
   */
  async current(): Promise<StoredIndex | undefined> {
    const known = this.store.current();
    if (known !== undefined && known.topicCount > 0) return known;
    if (existsSync(join(folderPath(this.docs, ''), SEARCH_DIRECTORY, MANIFEST_FILE))) return undefined;
    await this.make();
    const made = this.store.current();
    if (made !== undefined && made.topicCount > 0) return made;
    throw new TopicmillError('DOCS_NOT_BUILT', 'No topic has been built yet.', {
      file: displayPath(this.docs.config, ''),
      remedy: 'Run: npx topicmill build',
    });
  }

  close(): void {
    this.store.close();
  }

  private async make(): Promise<void> {
    // Loaded only here: most searches find their index.
    const { makeSearchStore } = await import('./make-search-store.js');
    await makeSearchStore(this.docs, this.options);
  }
}
