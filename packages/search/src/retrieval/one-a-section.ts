/** What tells whether two results are the same place. */
interface Placed {
  readonly topic: string;
  readonly title: string;
  readonly url?: string | undefined;
}

/** Results for people, who read a section whole: of chunks of one section at one address, the first. */
export function oneASection<Result extends Placed>(results: readonly Result[]): Result[] {
  const seen = new Set<string>();
  return results.filter(({ topic, title, url }) => {
    const place = `${topic}\n${title}\n${url ?? ''}`;
    if (url !== undefined && seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}
