/** A file or message as text that can be read and searched, with what is known of it. */
export interface ReadableText {
  readonly content: string;
  readonly title?: string | undefined;
  /** ISO 8601, UTC. */
  readonly ts?: string | undefined;
  /** Further facts, a mail's headers for instance; plain JSON. */
  readonly attributes: Readonly<Record<string, string | number | readonly string[]>>;
}
