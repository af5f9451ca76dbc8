/** A line that opens or closes a container, such as `:::name[Title]{attributes}` or `:::`. */
export interface DirectiveTag {
  /** The run of colons or slashes. */
  readonly fence: string;
  /** `alone`: it contains nothing, and nothing closes it. */
  readonly kind: 'open' | 'close' | 'alone';
  /** What readers see of it; empty without a title. */
  readonly title: string;
  /** UTF-16 offset at which it ends, with the lines of its options but without the last line's end. */
  readonly end: number;
}
