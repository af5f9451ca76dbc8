import { expect, test } from 'vitest';
import { split } from './split-markdown.js';

const PROSE = `${'The harbour has a lamp that turns all night. '.repeat(70)}\n\n`;

test.each([
  [
    'a table',
    `| Option | Default |\n| --- | --- |\n${['out', 'seed', 'json', 'quiet', 'help'].map((name) => `| \`--${name}\` | ${'none '.repeat(140)} |`).join('\n')}\n`,
    'Table of Option, Default: --out; --seed; --json; 2 more.',
  ],
  [
    'a list',
    `${['**Oil** the hinges.', 'Clean the [glass](https://example.com).', 'Wind the clock'].map((item) => `- ${item}\n  - ${'inner '.repeat(240)}`).join('\n')}\n`,
    'List: Oil the hinges; Clean the glass; Wind the clock.',
  ],
  [
    'code',
    `\`\`\`sh\nnpm ci\nnpm test\n\n${'echo again '.repeat(350)}\n\`\`\`\n`,
    'Code: npm ci; npm test; echo again echo again echo again echo again echo again echo….',
  ],
  ['a quote', `> Keep the light\n> ${'burning '.repeat(700)}\n`, /^Quote: Keep the light; burning/],
])('the sentence of a page that is %s', async (_, block, sentence) => {
  const { pages } = await split(`# Harbour\n\n${PROSE}## Part\n\n${block}\n## End\n\n${PROSE}`, { maxTokens: 1000 });
  const leadOut = /\[Lead-out\] Upcoming in chunk-002: Harbour › Part — (.*)/.exec(pages[0]!.text)?.[1];
  if (typeof sentence === 'string') expect(leadOut).toBe(sentence);
  else expect(leadOut).toMatch(sentence);
});
