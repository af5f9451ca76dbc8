/** A heading's text without the id written after it. */
export interface SplitHeading {
  readonly text: string;
  readonly id: string | undefined;
}

/** How a generator writes an id after a heading's text. */
export type ExplicitIdSyntax = 'docusaurus' | 'attributes' | 'python' | 'kramdown' | 'none';

/** `{#id}` with any characters, or a comment that starts with `#`. */
const DOCUSAURUS =
  /(?<!\s)\s*(?:\{#((?:.(?!\{#|\}))*.)\}|\{\/\*\s*#([^\s*]+)[^*]*\*\/\}|<!--\s*#([^\s>]+?)(?:\s[^>]*)?-->)$/;
/** `{#id .class key="value"}` of markdown-it-attrs, goldmark and pulldown-cmark. */
const ATTRIBUTES = /(?<!\s)\s*\{([^{}]*)\}$/;
/** `{: #id .class }`, the colon optional. */
const PYTHON = /(?<! )[ ]+\{:?[ ]*([^}\n ][^}\n]*)\}[ ]*$/;
const KRAMDOWN = /(?<![ \t])[ \t]+\{#(\w[\w:.-]*)\}$/;
const ID = /(?:^|\s)(?:#([^\s#.}=]+[^\s}]*)|id=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+)))/;
/** No text is read as attributes in two ways: trying all of them would take forever. */
const ONLY_ATTRIBUTES = /^\s*(?:(?:[#.][^\s}]+(?!\S)|(?![#.])[^\s=}]+=(?:"[^"]*"|'[^']*'|[^\s"'}]+(?!\S)))\s*)+$/;
/** In UTF-16 units. Nobody writes an id after a longer heading, and looking for one takes longer the longer it is. */
const MAX_LENGTH = 2000;

/** Splits the id that a generator reads at the end of a heading's markdown; none of one longer than 2,000 characters. */
export function splitExplicitId(text: string, syntax: ExplicitIdSyntax): SplitHeading {
  if (text.length > MAX_LENGTH) return { text, id: undefined };
  switch (syntax) {
    case 'docusaurus':
      return splitAt(text, DOCUSAURUS, (match) => (match[1] ?? match[2] ?? match[3])?.trim());
    case 'attributes':
      return splitAt(text, ATTRIBUTES, (match) =>
        ONLY_ATTRIBUTES.test(match[1]!) ? (idOf(match[1]!) ?? '') : undefined,
      );
    case 'python':
      return splitAt(text, PYTHON, (match) => idOf(match[1]!) ?? '');
    case 'kramdown':
      return splitAt(text, KRAMDOWN, (match) => match[1]);
    case 'none':
      return { text, id: undefined };
  }
}

/** The id of a block attribute list of kramdown, `{: #id .class}`, alone on a line; `undefined` without one. */
export function kramdownBlockId(line: string): string | undefined {
  const list = /^ {0,3}\{:\s?(.*)\}\s*$/.exec(line)?.[1];
  return list === undefined ? undefined : idOf(list);
}

/** @param read the id of a match, `''` for attributes without one, `undefined` where the match is text */
function splitAt(text: string, pattern: RegExp, read: (match: RegExpExecArray) => string | undefined): SplitHeading {
  const match = pattern.exec(text);
  const id = match === null ? undefined : read(match);
  if (match === null || id === undefined) return { text, id: undefined };
  return { text: text.slice(0, match.index).trimEnd(), id: id === '' ? undefined : id };
}

function idOf(attributes: string): string | undefined {
  const match = ID.exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
}
