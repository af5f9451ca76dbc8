import type { DirectiveTag } from './directive-tag.js';

/** Deeper ones are text: it bounds the time to find the one that a line closes. */
const MAX_OPEN = 100;

interface OpenDirective {
  readonly fence: string;
  /** Containers, such as list items, that it is in. */
  readonly depth: number;
}

/** The directives around a line, innermost last. */
export class OpenDirectives {
  private readonly open: OpenDirective[] = [];

  get isEmpty(): boolean {
    return this.open.length === 0;
  }

  /** Forgets those that ended with the containers around them, of which `depth` are left. */
  leave(depth: number): void {
    while (this.open.length > 0 && this.open.at(-1)!.depth > depth) this.open.pop();
  }

  add({ fence }: DirectiveTag, depth: number): void {
    if (this.open.length < MAX_OPEN) this.open.push({ fence, depth });
  }

  /** Closes the innermost one that a fence closes: of the same characters, and not of fewer. Says whether there is one. */
  close({ fence }: Pick<DirectiveTag, 'fence'>): boolean {
    const at = this.open.findLastIndex((each) => fence.startsWith(each.fence));
    if (at !== -1) this.open.splice(at);
    return at !== -1;
  }

  /** Whether a fence would close one. */
  hasPartner(fence: string): boolean {
    return this.open.some((each) => fence.startsWith(each.fence));
  }
}
