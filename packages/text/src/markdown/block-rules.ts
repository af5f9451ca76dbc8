import type { ContainerStart } from './container-stack.js';

/** Where dialects depart from CommonMark. */
export interface BlockRules {
  /** Whether four columns of white space make a line code. */
  readonly hasIndentedCode: boolean;
  /** Whether a heading needs no space after its `#`, and starts its line. */
  readonly hasTightHeadings: boolean;
  /** Whether a tag can end an HTML block, where CommonMark asks for a blank line; see `markdownFollows`. */
  readonly hasMarkdownAfterTags: boolean;
  readonly startsContainer: ContainerStart | undefined;
}

/** CommonMark as it is published. */
export const COMMONMARK: BlockRules = {
  hasIndentedCode: true,
  hasTightHeadings: false,
  hasMarkdownAfterTags: false,
  startsContainer: undefined,
};
