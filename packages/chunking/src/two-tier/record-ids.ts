import { contentHashHex } from '@topicmill/text/hashes';

/** Gives ids that depend on content alone: the same content always gets the same id, and its repetitions a number. */
export class RecordIds {
  private readonly uses = new Map<string, number>();

  constructor(private readonly docId: string) {}

  /** @param content what tells the record from others of its tier */
  next(tier: 'section' | 'snippet', content: string): string {
    const id = `${this.docId}-${tier}-${contentHashHex(content)}`;
    const useCount = (this.uses.get(id) ?? 0) + 1;
    this.uses.set(id, useCount);
    return useCount === 1 ? id : `${id}-${useCount}`;
  }
}
