import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { TopicmillError } from '../diagnostics/index.js';
import type { CommandIo } from './command-io.js';
import { messageStreams } from './message-streams.js';
import { portNumber } from './port-number.js';
import { stopSignal } from './stop-signal.js';

/** How the messages of a client come and go. */
export interface TransportOptions {
  readonly http?: true;
  readonly port: number;
  readonly json?: true;
}

/** A server of messages. */
export interface MessageServer {
  /** Answers until the input ends. */
  answer(input: Readable, output: Writable): Promise<void>;
  /** Listens on this machine. */
  listen(port: number): Promise<{ readonly url: string; close(): Promise<void> }>;
}

/** Adds the options that choose between standard streams and HTTP. */
export function addTransportOptions(program: Command, defaultPort: number): Command {
  program.hook('preAction', (command) => {
    const { http, json } = command.opts<TransportOptions>();
    if (http || (!json && command.getOptionValueSource('port') !== 'cli')) return;
    throw new TopicmillError('INVALID_OPTION', '--port and --json are for a server over HTTP.', {
      remedy: 'Give --http too, or leave them out.',
    });
  });
  return program
    .option('--http', 'serve Streamable HTTP on 127.0.0.1 instead of standard input and output')
    .option('--port <number>', 'with --http: port to listen at; 0 for any that is free', portNumber, defaultPort)
    .option('--json', 'with --http: print the address as JSON');
}

/** Serves until the client has gone, or by HTTP until a signal to stop. */
export async function serveMessages(
  server: MessageServer,
  { http, port, json }: TransportOptions,
  io: CommandIo,
): Promise<void> {
  if (!http) {
    const { input, output } = messageStreams(io);
    return server.answer(input, output);
  }
  const stop = stopSignal();
  const { url, close } = await server.listen(port);
  io.stdout.write(json ? `${JSON.stringify({ url })}\n` : `Serving MCP at ${url} until Ctrl+C.\n`);
  await stop;
  await close();
}
