import { resolve } from 'node:path';
import type { CommandIo, TransportOptions } from '@topicmill/base/cli';
import type { SharedAccess } from './host-http.js';

/** Requests of one client that are answered at once. */
const AT_ONCE = 20;

/**
 * What the command line says about a server for a team; `undefined` for one that answers this machine alone. Every
 * request is logged to stderr as one line of JSON, without its content.
 */
export function sharedAccess(options: TransportOptions, { cwd, stderr }: CommandIo): SharedAccess | undefined {
  const { tokens, host, publicName = [], rate } = options;
  if (tokens === undefined) return undefined;
  return {
    tokens: resolve(cwd, tokens),
    host,
    names: publicName,
    limits: { perMinute: rate, atOnce: AT_ONCE },
    onAnswered: (line) => stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`),
  };
}
