import { join } from 'node:path';
import { publishDocument } from '@topicmill/page-sets';

// Publishes one document after the other into one folder of pages, without end; says when each one stands.
const [folder = '', ...sources] = process.argv.slice(2);
for (let round = 0; ; round++) {
  const source = sources[round % sources.length]!;
  await publishDocument({
    source,
    shownSource: source,
    outFolder: join(folder, 'pages'),
    baseUrl: 'https://example.com/guide',
    limits: { maxTokens: 512, overlapTokens: 0, allowsOversize: false },
    tokenizer: 'cl100k_base',
    ids: { form: 'chunk' },
    htmlLanguage: 'en',
  });
  process.stdout.write('published\n');
}
