import { type CompileContext, fromMarkdown, type Handle } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';

const enterText: Handle = function (this: CompileContext, token) {
  this.config.enter['data']!.call(this, token);
};
const exitText: Handle = function (this: CompileContext, token) {
  this.config.exit['data']!.call(this, token);
};
/** What GitHub reads in a heading in addition to CommonMark; bare addresses are text, in which nothing is emphasis. */
const GFM = {
  extensions: [gfmStrikethrough(), gfmAutolinkLiteral()],
  mdastExtensions: [
    {
      enter: { literalAutolinkEmail: enterText, literalAutolinkHttp: enterText, literalAutolinkWww: enterText },
      exit: { literalAutolinkEmail: exitText, literalAutolinkHttp: exitText, literalAutolinkWww: exitText },
    },
  ],
};

/** A node of mdast, as far as its text needs it. */
export interface InlineNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly InlineNode[];
}

/** The first block of a markdown text as a tree. Takes time that grows with the square of the markers in it. */
export function parseHeading(markdown: string): InlineNode {
  return fromMarkdown(markdown, GFM).children[0] as InlineNode;
}
