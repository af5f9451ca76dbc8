import type { SharedDefinition } from './page-source.js';

/** The definitions that a page growing unit by unit has to copy, and their tokens. */
export class CopyCost {
  tokenCount = 0;
  private readonly needed = new Set<string>();
  private readonly neededByUnit = new Map<number, string[]>();
  private lastUnit: number;

  /** @param firstUnit first unit of the page, including its overlap */
  constructor(
    private readonly definitions: ReadonlyMap<string, SharedDefinition>,
    private readonly firstUnit: number,
  ) {
    this.lastUnit = firstUnit - 1;
  }

  /** Adds the next unit. */
  addUnit(unit: number, needs: readonly string[]): void {
    for (const key of this.neededByUnit.get(unit) ?? []) this.tokenCount -= this.definitions.get(key)!.tokenCount;
    this.lastUnit = unit;
    for (const key of needs) this.need(key);
  }

  /** Keys of the copies, in the order of the definitions in the source. */
  keys(): string[] {
    const copied = [...this.needed].filter((key) => !this.isOnPage(this.definitions.get(key)!));
    const all = new Set(copied.flatMap((key) => [...this.definitions.get(key)!.shadows, key]));
    return [...all].sort((a, b) => this.definitions.get(a)!.unit - this.definitions.get(b)!.unit);
  }

  private need(key: string): void {
    if (this.needed.has(key)) return;
    this.needed.add(key);
    const definition = this.definitions.get(key)!;
    if (this.isOnPage(definition)) return;
    this.tokenCount += definition.tokenCount;
    const waiting = this.neededByUnit.get(definition.unit);
    if (waiting === undefined) this.neededByUnit.set(definition.unit, [key]);
    else waiting.push(key);
  }

  private isOnPage({ unit }: SharedDefinition): boolean {
    return unit >= this.firstUnit && unit <= this.lastUnit;
  }
}
