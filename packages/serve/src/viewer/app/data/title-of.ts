/** The title of the browser's window. */
export function titleOf(topicTitle: string | undefined, rootTitle: string): string {
  return topicTitle === undefined || topicTitle === rootTitle ? rootTitle : `${topicTitle} – ${rootTitle}`;
}
