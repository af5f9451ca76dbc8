import { type Block, labelOf } from '@topicmill/chunking';
import type { Node } from 'web-tree-sitter';

/** Nodes that define something, at any depth, as the grammars name them. */
const DEFINITIONS: ReadonlySet<string> = new Set([
  'abstract_class_declaration',
  'annotation_type_declaration',
  'class',
  'class_declaration',
  'class_definition',
  'class_specifier',
  'constructor_declaration',
  'decorated_definition',
  'delegate_declaration',
  'destructor_declaration',
  'enum_declaration',
  'enum_item',
  'enum_specifier',
  'function_declaration',
  'function_definition',
  'function_item',
  'generator_function_declaration',
  'impl_item',
  'interface_declaration',
  'internal_module',
  'local_function_statement',
  'method',
  'method_declaration',
  'method_definition',
  'mod_item',
  'module',
  'namespace_declaration',
  'namespace_definition',
  'record_declaration',
  'singleton_method',
  'struct_declaration',
  'struct_item',
  'struct_specifier',
  'template_declaration',
  'trait_item',
  'type_alias_declaration',
]);

/** Bodies of classes, interfaces and namespaces: each of their children is a block. */
const MEMBER_LISTS: ReadonlySet<string> = new Set([
  'annotation_type_body',
  'class_body',
  'declaration_list',
  'enum_body',
  'enum_body_declarations',
  'enum_member_declaration_list',
  'enum_variant_list',
  'field_declaration_list',
  'interface_body',
  'interface_type',
  'object_type',
]);

/** Blocks that are bodies of classes and namespaces in some grammars and of functions in others, by what contains them. */
const MEMBER_LISTS_BY_OWNER: Readonly<Record<string, ReadonlySet<string>>> = {
  block: new Set(['class_definition']),
  body_statement: new Set(['class', 'module', 'singleton_class']),
  statement_block: new Set(['internal_module', 'module']),
};

/** What belongs to the definition after it. */
const FOREWORDS: ReadonlySet<string> = new Set([
  'access_specifier',
  'attribute_item',
  'block_comment',
  'comment',
  'decorator',
  'line_comment',
]);

/** Statements that contain one definition and belong to it. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'ambient_declaration',
  'decorated_definition',
  'export_statement',
  'template_declaration',
]);

/** Functions without a name of their own. */
const FUNCTION_VALUES: ReadonlySet<string> = new Set([
  'anonymous_function',
  'arrow_function',
  'function_expression',
  'generator_function',
  'lambda_expression',
]);

/** A block while others are put into it. */
interface OpenBlock {
  readonly startChar: number;
  endChar: number;
  /** The beginning of its statement: a signature. */
  readonly label: string | undefined;
  readonly inner: OpenBlock[];
}

/** UTF-16 units of a signature that are looked at. */
const MAX_SIGNATURE = 500;
const REST_OF_LINE = /[ \t;:,)]*(?:(?:\/\/|#).*)?(?:\r\n|\n|\r|$)/y;
const SPACE_BEHIND = /:?\s*/y;
const BLANK_LINE = /\n[ \t\r]*\n/;
const CLOSING_LINE = /^[\s})\];,]*$|^\s*end\s*$/;

/**
 * The statements at the top of a file, with the members of classes and the functions inside them. Comments and decorators
 * that come right before a definition belong to it.
 *
 * @param isDense whether the source is minified: nearly all its functions are values then, and what is around them is
 *   one statement
 */
export function syntaxBlocks(text: string, root: Node, isDense: boolean): readonly Block[] {
  const units = [
    ...root.namedChildren,
    ...memberLists(root).flatMap((list) => list.namedChildren),
    ...definitions(root),
    ...(isDense ? functionBodies(root) : []),
  ].filter(({ type }) => !FOREWORDS.has(type));
  const forewords = forewordsByEnd(text, root);
  const ranges = units.map((unit) => blockRange(text, unit, forewords));
  ranges.sort((a, b) => a.startChar - b.startChar || b.endChar - a.endChar);
  return nestRanges(text, ranges);
}

function memberLists(root: Node): Node[] {
  const lists = root.descendantsOfType([...MEMBER_LISTS, ...Object.keys(MEMBER_LISTS_BY_OWNER)]);
  return lists.filter(
    ({ type, parent }) => MEMBER_LISTS.has(type) || MEMBER_LISTS_BY_OWNER[type]?.has(parent?.type ?? ''),
  );
}

function definitions(root: Node): Node[] {
  const named = root.descendantsOfType([...DEFINITIONS]).filter(({ isNamed }) => isNamed);
  return named.filter(({ parent }) => parent !== null && !WRAPPERS.has(parent.type));
}

/** Functions that are values, and the statements in their bodies. */
function functionBodies(root: Node): Node[] {
  const values = root.descendantsOfType([...FUNCTION_VALUES]).filter(({ isNamed }) => isNamed);
  const bodies = values.map((value) => value.childForFieldName('body')).filter((body) => body !== null);
  return [...values, ...bodies.flatMap(({ namedChildren }) => namedChildren)];
}

/** Where comments and decorators that begin a line start, by the offset of the next character that is not white space. */
function forewordsByEnd(text: string, root: Node): ReadonlyMap<number, number> {
  const starts = new Map<number, number>();
  for (const { startIndex, endIndex } of root.descendantsOfType([...FOREWORDS])) {
    if (!isFirstOnLine(text, startIndex)) continue;
    SPACE_BEHIND.lastIndex = endIndex;
    const space = SPACE_BEHIND.exec(text)![0];
    if (!BLANK_LINE.test(space)) starts.set(endIndex + space.length, startIndex);
  }
  return starts;
}

/** From the comments before a node, and the beginning of its line, to the end of its line if nothing else is there. */
function blockRange(text: string, node: Node, forewords: ReadonlyMap<number, number>): OpenBlock {
  let first = node.startIndex;
  for (let before = forewords.get(first); before !== undefined; before = forewords.get(first)) first = before;
  return {
    startChar: lineStart(text, first),
    endChar: restOfLine(text, node.endIndex),
    label: signatureOf(text, node),
    inner: [],
  };
}

/** Of a definition what comes before its body, of another statement its first line. */
function signatureOf(text: string, node: Node): string | undefined {
  const definition = node.childForFieldName('definition') ?? node.childForFieldName('declaration') ?? node;
  const from = node.type === 'decorated_definition' ? definition.startIndex : node.startIndex;
  const body = definition.childForFieldName('body');
  const lineEnd = text.slice(from, from + MAX_SIGNATURE).search(/[\r\n]/);
  const end = body === null ? from + (lineEnd < 0 ? MAX_SIGNATURE : lineEnd) : body.startIndex;
  let signature = text.slice(from, Math.min(end, from + MAX_SIGNATURE)).trimEnd();
  while (/[{:=]$/.test(signature)) signature = signature.slice(0, -1).trimEnd();
  return labelOf(signature);
}

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return isLineEnd(text[start - 1]) ? start : offset;
}

function isFirstOnLine(text: string, offset: number): boolean {
  return isLineEnd(text[lineStart(text, offset) - 1]);
}

/** @param character `undefined` before the first line */
function isLineEnd(character: string | undefined): boolean {
  return character === undefined || character === '\n' || character === '\r';
}

function restOfLine(text: string, offset: number): number {
  if (isLineEnd(text[offset - 1])) return offset;
  REST_OF_LINE.lastIndex = offset;
  return REST_OF_LINE.test(text) ? REST_OF_LINE.lastIndex : offset;
}

/** Puts each range into the one around it; those that are the same are one, and none overlaps the one before it. */
function nestRanges(text: string, ranges: readonly OpenBlock[]): OpenBlock[] {
  const all: OpenBlock = { startChar: 0, endChar: text.length, label: undefined, inner: [] };
  const open = [all];
  for (const range of ranges) {
    while (open.length > 1 && open.at(-1)!.endChar <= range.startChar) close(text, open.pop()!);
    const parent = open.at(-1)!;
    const startChar = Math.max(range.startChar, parent.inner.at(-1)?.endChar ?? parent.startChar);
    const endChar = Math.min(range.endChar, parent.endChar);
    if (startChar >= endChar || (startChar === parent.startChar && endChar === parent.endChar && parent !== all))
      continue;
    const block = { startChar, endChar, label: range.label, inner: [] };
    parent.inner.push(block);
    open.push(block);
  }
  for (const block of open.slice(1)) close(text, block);
  return all.inner;
}

/** The closing brace of a block goes with its last part. */
function close(text: string, { endChar, inner }: OpenBlock): void {
  const last = inner.at(-1);
  if (last !== undefined && CLOSING_LINE.test(text.slice(last.endChar, endChar))) last.endChar = endChar;
}
