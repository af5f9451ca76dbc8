const FNV_PRIME = 0x01000193;

/** Gives ids that hang on content alone: the same content always gets the same id, and its repetitions a number. */
export class RecordIds {
  private readonly uses = new Map<string, number>();

  constructor(private readonly docId: string) {}

  /** @param content what tells the record from others of its tier */
  next(tier: 'section' | 'snippet', content: string): string {
    const id = `${this.docId}-${tier}-${contentHash(content)}`;
    const useCount = (this.uses.get(id) ?? 0) + 1;
    this.uses.set(id, useCount);
    return useCount === 1 ? id : `${id}-${useCount}`;
  }
}

/** 64 bits as 16 hex digits: FNV-1a over the UTF-16 units, from two starts, each mixed as in MurmurHash3. */
function contentHash(content: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < content.length; at++) {
    const code = content.charCodeAt(at);
    low = Math.imul(low ^ code, FNV_PRIME);
    high = Math.imul(high ^ code ^ (low >>> 15), FNV_PRIME);
  }
  return `${hex(mix(high))}${hex(mix(low))}`;
}

function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
