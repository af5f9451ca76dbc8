import type { Random } from '../random.js';
import { ATTRIBUTES, type Attribute } from './attributes.js';

/** One fact about one component. */
export interface Fact {
  readonly component: string;
  readonly attribute: Attribute;
  /** Index of the chapter. */
  readonly chapter: number;
  /** As it is written in the document: what an answer needs. */
  readonly passage: string;
  /** The same without markers of markdown: what an answer says. */
  readonly statement: string;
}

/** The facts of a document, by chapter and component; values differ within a chapter where there are enough. */
export function makeFacts(components: readonly string[], random: Random): Fact[][] {
  return ATTRIBUTES.map((attribute, chapter) => {
    const values = attribute.values.length === 0 ? shifted(components, random) : shuffled(attribute.values, random);
    return components.map((component, index) => {
      const text = attribute.fact
        .replace('{c}', nameIn(attribute, component))
        .replace('{k}', values[index % values.length]!);
      const passage = attribute.form === 'table' ? `| ${text} |` : text;
      return { component, attribute, chapter, passage, statement: text.replaceAll('|', ' ').replace(/\s+/g, ' ') };
    });
  });
}

function nameIn({ form }: Attribute, component: string): string {
  return form === 'code' ? component.toLowerCase() : component;
}

/** Another component for each: all of them in one circle. */
function shifted(components: readonly string[], random: Random): string[] {
  const by = random.integer(1, components.length - 1);
  return components.map((_, index) => components[(index + by) % components.length]!);
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  return list.map(() => left.splice(random.integer(0, left.length - 1), 1)[0]!);
}
