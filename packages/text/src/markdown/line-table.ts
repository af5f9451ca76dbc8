import { LEAF_MASK } from './line-mark.js';
import { LineKind } from './line-scan.js';

const GUESSED_LINE_LENGTH = 24;

/** Starts, kinds and marks of lines, growing as lines are added. */
export class LineTable {
  private starts: Uint32Array;
  private kinds: Uint8Array;
  /** What starts on each line, as `LineMark` writes it. */
  private marks: Uint8Array;
  count = 0;

  constructor(textLength: number) {
    const capacity = Math.ceil(textLength / GUESSED_LINE_LENGTH) + 16;
    this.starts = new Uint32Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.marks = new Uint8Array(capacity);
  }

  /** Returns the index of the line added. */
  add(start: number, kind: number): number {
    const line = this.count;
    if (line === this.kinds.length) this.grow();
    this.starts[line] = start;
    this.kinds[line] = kind;
    this.count = line + 1;
    return line;
  }

  start(line: number): number {
    return this.starts[line]!;
  }

  setKind(line: number, kind: number): void {
    this.kinds[line] = kind;
  }

  /** Adds what starts on a line to what is known to start on it. */
  mark(line: number, mark: number): void {
    this.marks[line]! |= mark;
  }

  /** Puts another leaf in place of the one that was marked. */
  remarkLeaf(line: number, leaf: number): void {
    this.marks[line] = (this.marks[line]! & ~LEAF_MASK) | leaf;
  }

  markHeading(firstLine: number, lastLine: number): void {
    this.kinds.fill(LineKind.Heading, firstLine, lastLine + 1);
  }

  /** The starts, followed by the text's length, the kinds and the marks. */
  finish(textLength: number): { starts: Uint32Array; kinds: Uint8Array; marks: Uint8Array } {
    const { count } = this;
    this.add(textLength, LineKind.Blank);
    return {
      starts: this.starts.subarray(0, count + 1),
      kinds: this.kinds.subarray(0, count),
      marks: this.marks.subarray(0, count),
    };
  }

  private grow(): void {
    const starts = new Uint32Array(this.starts.length * 2);
    starts.set(this.starts);
    this.starts = starts;
    const kinds = new Uint8Array(this.kinds.length * 2);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const marks = new Uint8Array(this.marks.length * 2);
    marks.set(this.marks);
    this.marks = marks;
  }
}
