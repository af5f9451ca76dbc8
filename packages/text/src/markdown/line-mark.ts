/** A block without blocks inside it, as it is written in the low bits of a mark. */
export const LeafMark = {
  None: 0,
  Paragraph: 1,
  Heading: 2,
  FencedCode: 3,
  IndentedCode: 4,
  Html: 5,
  ThematicBreak: 6,
  Table: 7,
} as const;

/** The outermost of the containers that open on a line. */
export const ContainerMark = { None: 0, Quote: 1 << 4, ListItem: 2 << 4, Footnote: 3 << 4, Admonition: 0x80 } as const;

export const LEAF_MASK = 0x0f;
export const CONTAINER_MASK = 0xb0;

/** Set if what starts on the line is inside a container that was open before. */
export const INNER_MARK = 0x40;
