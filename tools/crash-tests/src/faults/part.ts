/** What a part of the fault suite has found so far. */
export interface PartResult {
  /** What was tried, in the plural. */
  readonly unit: string;
  /** How often it was tried; a fault that met no call does not count. */
  readonly tried: number;
  /** Builds that left a wrong or missing file and said nothing of it. */
  readonly silent: number;
  /** What a second build kept. */
  readonly kept: number;
  readonly faults: readonly string[];
}

/** Counts what one part finds. */
export class PartCount {
  private tried = 0;
  private silent = 0;
  private kept = 0;
  private readonly faults: string[] = [];

  /** @param plan `endMs`: when it ends though fewer were tried */
  constructor(
    private readonly unit: string,
    private readonly plan: { readonly total: number; readonly endMs: number },
    private readonly log: (message: string) => void,
  ) {}

  get isDone(): boolean {
    return this.tried >= this.plan.total || Date.now() >= this.plan.endMs;
  }

  add(count: number): void {
    const before = this.tried;
    this.tried += count;
    if (Math.floor(before / 100) < Math.floor(this.tried / 100)) this.log(`${this.tried} ${this.unit}\n`);
  }

  addSilent(what: string): void {
    this.silent++;
    this.fault(`silent: ${what}`);
  }

  addKept(what: string): void {
    this.kept++;
    this.fault(`kept: ${what}`);
  }

  private fault(message: string): void {
    this.faults.push(message);
    this.log(`  FAULT: ${message}\n`);
  }

  result(): PartResult {
    const { unit, tried, silent, kept, faults } = this;
    return { unit, tried, silent, kept, faults };
  }
}
