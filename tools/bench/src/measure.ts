const ROUNDS = 8;

/**
 * Runs a task over all texts several times and prints the first and the best round, in megabytes of UTF-8 for each
 * second of CPU time, which holds on a machine that others use too.
 */
export function measure(name: string, texts: readonly string[], task: (text: string) => number): void {
  const byteCount = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    let result = 0;
    for (const text of texts) result += task(text);
    const { user, system } = process.cpuUsage(before);
    return { megabytesPerSecond: byteCount / (user + system), result };
  });
  const speeds = rounds.map((round) => round.megabytesPerSecond);
  const [first, best] = [speeds[0]!, Math.max(...speeds)].map((speed) => speed.toFixed(speed < 100 ? 1 : 0));
  console.log(
    `${name}: first ${first} MB/s, best ${best} MB/s over ${(byteCount / 1e6).toFixed(2)} MB (${rounds[0]!.result})`,
  );
}
