/** Artifacts of each writer. */
export const SLOT_COUNT = 4;

/** The text of an edition, several chunks long: the same sentence again and again, so that a mixture shows. */
export function editionText(sourceId: string, edition: number): string {
  return `This is edition ${edition} of ${sourceId}. `.repeat(30 + (edition % 40));
}

/** The edition of a text; `undefined` for one that is not whole. */
export function editionOfText(sourceId: string, text: string): number | undefined {
  const edition = Number(/^This is edition (\d+) of /.exec(text)?.[1]);
  return text === editionText(sourceId, edition) ? edition : undefined;
}
