import { lookup } from 'mrmime';

const TEXT = /^(?:text\/|application\/(?:json|javascript|x-ndjson|xml|yaml)$|[^;]+\+(?:json|xml)$)/;
const MARKUP = /^(?:text\/html|application\/xml|text\/xml|.+\+xml)/;
const OWN_TYPES: Readonly<Record<string, string>> = {
  jsonl: 'application/x-ndjson',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** The type of a file by its name, with the encoding of texts. */
export function contentType(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = OWN_TYPES[extension] ?? lookup(extension) ?? 'application/octet-stream';
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
}

/** Whether content of a type gets smaller by compression. */
export function isCompressible(type: string): boolean {
  return TEXT.test(type.split(';')[0]!) || type === 'application/wasm' || type === 'image/bmp';
}

/** Whether a browser may run scripts of a document of this type. */
export function canHoldScripts(type: string): boolean {
  return MARKUP.test(type);
}
