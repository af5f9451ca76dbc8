/** What a log says of a request: nothing that it contains. */
export interface AccessLine {
  /** Left out where its token is not known. */
  readonly client?: string | undefined;
  /** Method of the protocol. */
  readonly called?: string | undefined;
  /** Status of HTTP. */
  readonly status: number;
  readonly ms: number;
}

/** Others are not written down: a client could name them as it likes. */
const METHODS: ReadonlySet<unknown> = new Set([
  'initialize',
  'notifications/initialized',
  'notifications/cancelled',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'completion/complete',
]);

/** The method that a message calls, if it is one of the protocol; `several` for a batch. */
export function calledOf(message: unknown): string {
  if (Array.isArray(message)) return 'several';
  const method = (message as { readonly method?: unknown } | null)?.method;
  return METHODS.has(method) ? String(method) : 'other';
}
