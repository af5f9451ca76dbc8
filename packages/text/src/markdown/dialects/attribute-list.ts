/** Classes, an id or named values in braces, with or without the colon of kramdown; sticky. */
export const ATTRIBUTE_LIST =
  /\{:?[ \t]*(?:(?:[#.][^\s{}#.=]+)+|[\w:-]+=(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s{}"']+))(?:[ \t]+(?:(?:[#.][^\s{}#.=]+)+|[\w:-]+=(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s{}"']+)))*[ \t]*\}/y;
/** Anything in braces that kramdown reads as attributes or as an extension; sticky. */
export const KRAMDOWN_MARK = /\{::?[^{}\r\n]*\}/y;
