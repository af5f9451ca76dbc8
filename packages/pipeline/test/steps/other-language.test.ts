import { expect, test } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const GERMAN = `# Bestellungen

${'Eine Bestellung wird angenommen, sobald der Kunde sie bestätigt hat, und kann danach nicht mehr geändert werden. '.repeat(10)}
`;

test('a topic in a language whose stop words are not asked for is built, with a hint of the line to write', async () => {
  const repo = new DocsRepo({
    'docs/orders/golden-reference.md': GERMAN,
    'docs/stock/golden-reference.md': `# Stock\n\n${'The stock of what we sell is in the store. '.repeat(20)}\n`,
  });
  const { diagnostics, failed } = await repo.build();
  expect(failed).toEqual([]);
  expect(diagnostics).toEqual([
    {
      severity: 'warning',
      code: 'LANGUAGE_UNEXPECTED',
      message: expect.stringMatching(/: \d+ % of its words are stop words of deu, \d+ % of eng\.$/),
      file: 'docs/orders/golden-reference.md',
      remedy: expect.stringContaining('`keywords: { languages: [deu, eng] }`'),
    },
  ]);
  repo.edit('topicmill.yaml', (text) => `${text}keywords: { languages: [deu, eng] }\n`);
  expect((await repo.build()).diagnostics).toEqual([]);
});
