import type { TypesenseExport } from './own-exports.js';

type Fields = readonly Readonly<Record<string, unknown>>[];
type Document = Readonly<Record<string, unknown>>;

/** An export with one fault, and who has to refuse it. */
export interface BrokenExport extends TypesenseExport {
  readonly refusedBy: 'api' | 'typesense';
}

/** Exports made wrong in one place each: a check that takes them checks nothing. */
export function brokenExports({ collection, documents }: TypesenseExport): BrokenExport[] {
  const { fields, ...rest } = collection as { readonly fields: Fields };
  const lines = documents.trimEnd().split('\n');
  const withFields = (name: string, refusedBy: BrokenExport['refusedBy'], broken: unknown): BrokenExport => ({
    name,
    refusedBy,
    collection: { ...rest, ...(broken === undefined ? {} : { fields: broken }) },
    documents: '',
  });
  const withLast = (name: string, change: (document: Document) => Document): BrokenExport => ({
    name,
    refusedBy: 'typesense',
    collection,
    documents: [...lines.slice(0, -1), JSON.stringify(change(JSON.parse(lines.at(-1)!)))].join('\n'),
  });
  const first = (changed: Document): Fields => fields.map((field, i) => (i === 0 ? { ...field, ...changed } : field));
  return [
    withFields('a collection without fields', 'api', undefined),
    withFields('`optional` that is a text', 'api', first({ optional: 'yes' })),
    withFields('`optional` misspelt', 'api', first({ optionl: true })),
    withFields('a field without a type', 'api', first({ type: undefined })),
    withFields('a type that does not exist', 'typesense', first({ type: 'text' })),
    withFields('a facet that is not indexed', 'typesense', first({ facet: true, index: false, optional: true })),
    withFields('a field twice', 'typesense', [...fields, fields[0]]),
    withLast('a document without `text`', ({ text: _, ...document }) => document),
    withLast('`tokens` that is a text', (document) => ({ ...document, tokens: 'many' })),
    withLast('`tokens` with a fraction', (document) => ({ ...document, tokens: 1.5 })),
    withLast('`heading_path` that is no list', (document) => ({ ...document, heading_path: 'One' })),
    withLast('a document without `id`', ({ id: _, ...document }) => document),
  ];
}
