import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  type DialectName,
  dialectOf,
  readableMarkdown,
  scanMarkdown,
  splitFrontMatter,
} from '../../../src/markdown/index.js';

const DIRECTORY = fileURLToPath(new URL('fixtures/', import.meta.url));
const LETTERS = [' ', 'text', 'heading', 'code', 'markup'];

const sources = readdirSync(DIRECTORY).filter((name) => /^\w+\.mdx?$/.test(name));

test('every fixture has what is expected of it, and nothing else is there', () => {
  const expected = sources.flatMap((name) => [name, `${name}.lines.txt`, `${name}.readable.txt`]);
  expect(readdirSync(DIRECTORY).sort()).toEqual(expected.sort());
});

describe.each(sources)('%s', (name) => {
  const text = readFileSync(`${DIRECTORY}${name}`, 'utf8');
  const dialect = dialectOf(name.split('.', 1)[0] as DialectName, name)!;

  test('says of each line what it is', async () => {
    await expect(described(text, dialect)).toMatchFileSnapshot(`${DIRECTORY}${name}.lines.txt`);
  });

  test('reads as plain markdown', async () => {
    await expect(readableMarkdown(text, dialect)).toMatchFileSnapshot(`${DIRECTORY}${name}.readable.txt`);
  });
});

function described(text: string, dialect: NonNullable<ReturnType<typeof dialectOf>>): string {
  const { bodyOffset } = splitFrontMatter(text);
  const scan = scanMarkdown(text, { bodyOffset, dialect });
  const lines = Array.from(scan.kinds, (kind, line) =>
    `${String(line).padStart(3)} ${LETTERS[kind]!.padEnd(8)}${text.slice(scan.starts[line], scan.starts[line + 1])}`.trimEnd(),
  );
  const facts = [
    ...scan.headings.map(
      ({ line, level, text: title, id }) => `heading ${line}: h${level} ${title}${id === undefined ? '' : ` #${id}`}`,
    ),
    ...scan.innerHeadings.map(
      ({ line, level, text: title, id }) =>
        `inner heading ${line}: h${level} ${title}${id === undefined ? '' : ` #${id}`}`,
    ),
    ...scan.fences.map(({ firstLine, lastLine, info }) => `fence ${firstLine}-${lastLine} ${info}`),
    ...scan.regions.map(({ firstLine, lastLine }) => `region ${firstLine}-${lastLine}`),
    ...scan.inclusions.map(
      ({ line, path, anchor, lines: shown }) =>
        `inclusion ${line}: ${path}${anchor === undefined ? '' : ` anchor ${anchor}`}${shown === undefined ? '' : ` lines ${shown.firstLine}-${shown.lastLine ?? ''}`}`,
    ),
  ];
  return `${[...lines, '', ...facts].join('\n')}\n`;
}
