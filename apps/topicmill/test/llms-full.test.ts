import { beforeAll, describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

interface Form {
  /** A page of Docusaurus below its front matter. */
  readonly page: string;
  readonly title?: string;
  /** What readers of the site see of it. */
  readonly shown: string;
}

const PART = 'Ash is sieved twice.\n';
const FORMS: Readonly<Record<string, Form>> = {
  'an import': { page: "import Kiln from '@site/src/kiln';\n\nFire it slowly.\n", shown: 'Fire it slowly.' },
  'several imports': {
    page: "import Kiln from '@site/src/kiln';\nimport { Cone, Ramp } from '@site/src/parts';\n\nFire it twice.\n",
    shown: 'Fire it twice.',
  },
  'an import over lines': {
    page: "import {\n  Cone,\n  Ramp,\n} from '@site/src/parts';\n\nFire it at night.\n",
    shown: 'Fire it at night.',
  },
  'an import below a heading': {
    page: "## Cones\n\nimport Cone from '@site/src/cone';\n\nA cone bends.\n",
    shown: '## Cones\n\nA cone bends.',
  },
  'an export': { page: "export const glaze = 'tin';\n\nTin is white.\n", shown: 'Tin is white.' },
  'an export over lines': {
    page: 'export const Colour = ({ children }) => (\n  <span>{children}</span>\n);\n\nIron is red.\n',
    shown: 'Iron is red.',
  },
  'an export by default': {
    page: 'Salt is clear.\n\nexport default ({ children }) => <main>{children}</main>;\n',
    shown: 'Salt is clear.',
  },
  'a comment': { page: 'Before it.\n\n{/* said to nobody */}\n\nAfter it.\n', shown: 'Before it.\n\nAfter it.' },
  'a comment over lines': { page: 'One.\n\n{/*\nsaid to nobody\n*/}\n\nTwo.\n', shown: 'One.\n\nTwo.' },
  'a comment in a sentence': { page: 'Dry {/* said to nobody */}clay breaks.\n', shown: 'Dry clay breaks.' },
  'a partial': { page: "import Part from './_part.mdx';\n\n<Part />\n", shown: PART.trim() },
  'a partial with properties': {
    page: 'import Part from \'./_part.mdx\';\n\n<Part name="ash" />\n',
    shown: PART.trim(),
  },
  'a partial after a sentence': {
    page: "import Part from './_part.mdx';\n\nMix it.\n\n<Part />\n",
    shown: `Mix it.\n\n${PART.trim()}`,
  },
  tabs: {
    page: '<Tabs>\n<TabItem value="gas" label="Gas">\n\nOpen the valve.\n\n</TabItem>\n</Tabs>\n',
    shown: 'Open the valve.',
  },
  'a component around text': {
    page: '<Highlight>\n\nKeep the lid shut.\n\n</Highlight>\n',
    shown: 'Keep the lid shut.',
  },
  'a component in a sentence': { page: 'It is <Colour name="red">hot</Colour> inside.\n', shown: 'It is hot inside.' },
  'a component that is empty': {
    page: 'Look here.\n\n<Gallery of={pots} />\n\nAnd there.\n',
    shown: 'Look here.\n\nAnd there.',
  },
  'a style': { page: "<div style={{ color: 'red' }}>\n\nMind your hands.\n\n</div>\n", shown: 'Mind your hands.' },
  'a title that only front matter has': {
    title: 'Raku',
    page: 'Pulled out hot.\n',
    shown: '# Raku\n\nPulled out hot.',
  },
  'code like an import': {
    page: "As in:\n\n```js\nimport Kiln from '@site/src/kiln';\n{/* said to nobody */}\n```\n",
    shown: "```js\nimport Kiln from '@site/src/kiln';\n{/* said to nobody */}\n```",
  },
  'code in a sentence': {
    page: 'Write `<Part />` and `{/* note */}` there.\n',
    shown: 'Write `<Part />` and `{/* note */}` there.',
  },
  'an id of a heading': {
    page: '## Shelves {#shelf}\n\nThey are of clay.\n',
    shown: '## Shelves\n\nThey are of clay.',
  },
};
/** What no reader sees; code may have it. */
const UNSEEN = /@site\/src|export (?:const|default)|said to nobody|<\/?[A-Z]|style=|\{#/;

const nameOf = (at: number): string => `form-${at}`;
let full: string;

beforeAll(async () => {
  const pages = Object.values(FORMS).map(({ page, title }, at): [string, string] => [
    `docs/${nameOf(at)}.mdx`,
    `---\ntitle: ${title ?? nameOf(at)}\n---\n\n${page}`,
  ]);
  const repo = new DocsRepo(
    {
      'topicmill.yaml':
        'sources: pages\ndocsRoot: docs\noutDir: topics\nsite: { generator: docusaurus, inclusions: true }\n',
      'docs/_part.mdx': PART,
      ...Object.fromEntries(pages),
    },
    () => {},
  );
  expect((await repo.run('build')).exitCode).toBe(0);
  expect((await repo.run('export', 'llms')).exitCode).toBe(0);
  full = repo.read('topics/llms-full.txt');
  repo.remove('.');
});

describe.each(Object.entries(FORMS).map(([name, form], at) => ({ name, at, ...form })))('$name', ({ at, shown }) => {
  it('is in llms-full.txt as readers see it', () => {
    const part = full.split(/^---$/m).find((each) => each.includes(`/${nameOf(at)}.mdx`))!;
    expect(part).toContain(shown);
    expect(part.replace(/```.*?```|`[^`]*`/gs, '')).not.toMatch(UNSEEN);
  });
});
