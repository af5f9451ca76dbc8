/** A binary heap of numbers, the smallest first. */
export class MinHeap {
  private readonly keys: number[] = [];

  push(key: number): void {
    const { keys } = this;
    let at = keys.length;
    keys.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      at = parent;
    }
    keys[at] = key;
  }

  pop(): number | undefined {
    const { keys } = this;
    const smallest = keys[0];
    const last = keys.pop();
    if (last !== undefined && keys.length > 0) this.sink(last);
    return smallest;
  }

  private sink(key: number): void {
    const { keys } = this;
    let at = 0;
    for (let child = 1; child < keys.length; child = 2 * at + 1) {
      if (child + 1 < keys.length && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      at = child;
    }
    keys[at] = key;
  }
}
