import { join } from 'node:path';
import { readDocument } from '@topicmill/base/files';
import { makePages, PageSetFolder } from '@topicmill/pages/page-store';

// Publishes the pages of one document after the other into one folder, without end; says when each set stands.
const [folder = '', ...sources] = process.argv.slice(2);
const made = await Promise.all(
  sources.map((source) =>
    makePages(readDocument(source), 'guide.md', source, {
      baseUrl: 'https://example.com/guide',
      limits: { maxTokens: 512, overlapTokens: 0, allowsOversize: false },
      tokenizer: 'cl100k_base',
      ids: { form: 'chunk' },
      htmlLanguage: 'en',
    }),
  ),
);
const shown = new PageSetFolder(join(folder, 'pages'));
for (let round = 0; ; round++) {
  const { manifest, files } = made[round % made.length]!;
  shown.publish(manifest.set, files);
  process.stdout.write('published\n');
}
