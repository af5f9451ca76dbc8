const MAX_COUNT = 5;

/** The last queries that led this reader somewhere on this site, where the browser may keep them. */
export class Recents {
  private readonly key: string;

  /** @param folder path of the index: sites of one origin have their own */
  constructor(folder: string) {
    this.key = `topicmill-search ${folder}`;
  }

  /** The newest first. */
  all(): readonly string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.key) ?? '[]');
      return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, MAX_COUNT) : [];
    } catch {
      // Storage is forbidden, or what is there is another script's.
      return [];
    }
  }

  add(query: string): void {
    const others = this.all().filter((each) => each !== query);
    try {
      localStorage.setItem(this.key, JSON.stringify([query, ...others].slice(0, MAX_COUNT)));
    } catch {
      // Nothing depends on it.
    }
  }
}
