import { type Node, Parser } from 'web-tree-sitter';
import type { CodeLanguage } from './code-language.js';
import { loadGrammar } from './load-grammar.js';

const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Parses a source file and reads its tree, which is gone when `read` returns. Offsets are UTF-16 offsets in the text.
 *
 * @param read is told how many characters the grammar could not make sense of
 */
export async function parseCode<T>(
  text: string,
  language: CodeLanguage,
  read: (root: Node, errorLength: number) => T,
): Promise<T> {
  const grammar = await loadGrammar(language);
  const parser = new Parser();
  try {
    parser.setLanguage(grammar);
    const tree = parser.parse(parsable(text))!;
    try {
      return read(tree.rootNode, errorLengthOf(tree.rootNode));
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}

/** A text of the same length without the characters at which the lexers stop. */
function parsable(text: string): string {
  return text.replaceAll('\0', ' ').replace(LONE_SURROGATE, '\ufffd');
}

function errorLengthOf(root: Node): number {
  if (!root.hasError) return 0;
  let length = 0;
  let covered = 0;
  for (const { id, startIndex, endIndex } of root.descendantsOfType('ERROR')) {
    if (id === root.id || endIndex <= covered) continue;
    length += endIndex - startIndex;
    covered = endIndex;
  }
  return root.type === 'ERROR' ? Math.max(length, (root.endIndex - root.startIndex) / 10) : length;
}
