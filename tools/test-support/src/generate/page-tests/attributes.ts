/** How a chapter states its facts. */
export type FactForm = 'paragraph' | 'list' | 'table' | 'code' | 'footnote';

/** Something that the document says of each of its components, in a chapter of its own. */
export interface Attribute {
  readonly chapter: string;
  readonly form: FactForm;
  /** What the chapter says; `{c}` is the component, `{k}` the value. Cells of a table are parted by ` | `. */
  readonly fact: string;
  /** Head of the table, where the facts are rows. */
  readonly head?: string;
  /** The end of a question about it, `it` being the component. */
  readonly asks: string;
  readonly values: readonly string[];
}

const numbers = (first: number, step: number): readonly string[] =>
  Array.from({ length: 40 }, (_, index) => String(first + index * step));

/** The chapters of a document, in order. The last one leads from component to component. */
export const ATTRIBUTES: readonly Attribute[] = [
  {
    chapter: 'Ports',
    form: 'table',
    head: 'Component | Listens on port | Protocol',
    fact: '{c} | {k} | tcp',
    asks: 'on which port does it listen',
    values: numbers(7011, 13),
  },
  {
    chapter: 'Retention',
    form: 'paragraph',
    fact: 'Records of {c} are kept for {k} days and then removed.',
    asks: 'for how many days are its records kept',
    values: numbers(14, 3),
  },
  {
    chapter: 'Retries',
    form: 'list',
    fact: '{c} tries a request that failed {k} times.',
    asks: 'how often does it try a request that failed',
    values: numbers(3, 1),
  },
  {
    chapter: 'Settings',
    form: 'code',
    fact: '{c}.batch_size = {k}',
    asks: 'what is its batch_size',
    values: numbers(50, 25),
  },
  {
    chapter: 'Order of the start',
    form: 'footnote',
    fact: 'The start of {c} waits {k} seconds for the network.',
    asks: 'how many seconds does its start wait for the network',
    values: numbers(5, 2),
  },
  {
    chapter: 'Memory',
    form: 'list',
    fact: 'The memory of {c} is bounded by {k} MB.',
    asks: 'by how many MB is its memory bounded',
    values: numbers(128, 64),
  },
  {
    chapter: 'Teams',
    form: 'table',
    head: 'Component | Team that answers for it | Room',
    fact: '{c} | team {k} | on call',
    asks: 'which team answers for it',
    values: ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord', 'grove', 'heath', 'inlet', 'jade', 'knoll', 'larch'],
  },
  {
    chapter: 'Handing over',
    form: 'paragraph',
    fact: 'What {c} cannot finish by itself is handed over to {k}.',
    asks: 'to which component is handed over what it cannot finish',
    values: [],
  },
];
