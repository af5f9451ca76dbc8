import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';

/** What a room has already. */
export interface RoomFiles {
  /** Text of its package.json. */
  readonly manifest: string;
  /** Text of its README.md. */
  readonly readme: string;
}

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
}

const IDEA = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * The files of a new idea with their texts, by path from the repository's root. Its one function compiles and its one
 * test fails until somebody writes both.
 *
 * @throws TopicmillError `INVALID_OPTION` when the name is not in kebab-case or is exported already
 */
export function planIdea(room: string, idea: string, { manifest, readme }: RoomFiles): ReadonlyMap<string, string> {
  if (!IDEA.test(idea)) {
    throw new TopicmillError('INVALID_OPTION', `"${idea}" is not a folder name in kebab-case.`, {
      remedy: 'Name the idea with lower-case letters, digits and hyphens, such as token-windows.',
    });
  }
  const folder = `packages/${room}`;
  const name = idea.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return new Map([
    [`${folder}/src/${idea}/index.ts`, `export { ${name} } from './${idea}.js';\n`],
    [`${folder}/src/${idea}/${idea}.ts`, sourceText(name)],
    [`${folder}/test/${idea}/${idea}.test.ts`, testText(name, room, idea)],
    [`${folder}/package.json`, withExport(manifest, idea)],
    [`${folder}/README.md`, `${readme.trimEnd()}\n\n## @topicmill/${room}/${idea}\n\nWhat it does, in one sentence.\n`],
  ]);
}

function sourceText(name: string): string {
  return `/** What it turns into what: shapes and units. */
export function ${name}(text: string): string {
  return text;
}
`;
}

function testText(name: string, room: string, idea: string): string {
  return `import { ${name} } from '@topicmill/${room}/${idea}';
import { expect, it } from 'vitest';

it('does what its sentence says', () => {
  expect(${name}('text')).toBe('what it should be');
});
`;
}

/** The new export comes before `./package.json`, which is the last. */
function withExport(manifest: string, idea: string): string {
  const content = JSON.parse(manifest) as Manifest;
  const { './package.json': last, ...known } = content.exports;
  if (`./${idea}` in known) {
    throw new TopicmillError('INVALID_OPTION', `./${idea} is exported already.`, { remedy: 'Choose another name.' });
  }
  const added = {
    '@topicmill/source': `./src/${idea}/index.ts`,
    types: `./dist/${idea}/index.d.ts`,
    default: `./dist/${idea}/index.js`,
  };
  const exports = { ...known, [`./${idea}`]: added, './package.json': last };
  return indentedJson({ ...content, exports });
}
