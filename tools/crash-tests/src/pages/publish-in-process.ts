import { join } from 'node:path';
import { readDocument } from '@topicmill/base/files';
import { makePages, PageStore } from '@topicmill/pages/page-store';

// Publishes the pages of documents in turn to one folder, endlessly; reports each publication.
const [folder = '', ...sources] = process.argv.slice(2);
const made = await Promise.all(
  sources.map((source) =>
    makePages({
      document: readDocument(source),
      displayPath: source,
      baseUrl: 'https://example.com/guide',
      limits: { maxTokens: 512, overlapTokens: 0, allowsOversize: false },
      tokenizer: 'cl100k_base',
      ids: { form: 'chunk' },
      htmlLanguage: 'en',
    }),
  ),
);
const store = new PageStore(join(folder, 'pages'));
for (let round = 0; ; round++) {
  const { manifest, files } = made[round % made.length]!;
  store.publish(manifest.set, files);
  process.stdout.write('published\n');
}
