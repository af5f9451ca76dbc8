import { PassThrough, type Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { TopicmillError } from '../diagnostics/index.js';
import { type CommandIo, stopSignal } from './command-io.js';
import { portNumber, repeatedValue, wholeNumber } from './option-values.js';

const DEFAULT_RATE = 600;
const SHARED_OPTIONS = ['host', 'publicName', 'rate'] as const;

/** How the messages of a client come and go. */
export interface TransportOptions {
  readonly http?: true;
  readonly port: number;
  readonly json?: true;
  /** File of the tokens, one of which a client must have. */
  readonly tokens?: string;
  readonly host?: string;
  readonly publicName?: readonly string[];
  /** Maximum requests per minute and client. */
  readonly rate: number;
}

/** A server of messages. */
interface MessageServer {
  /** Answers until the input ends. */
  answer(input: Readable, output: Writable): Promise<void>;
  /** Listens on this machine. */
  listen(port: number): Promise<{ readonly url: string; close(): Promise<void> }>;
}

/** Adds the options that choose between standard streams and HTTP. */
export function addTransportOptions(program: Command, defaultPort: number): Command {
  program.hook('preAction', (command) => {
    const { http, tokens } = command.opts<TransportOptions>();
    const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
    if (!http && ['port', 'json', 'tokens', ...SHARED_OPTIONS].some(isGiven)) {
      throw new TopicmillError('INVALID_OPTION', '--port, --json and --tokens can only be used with --http.', {
        remedy: 'Give --http too, or leave them out.',
      });
    }
    if (tokens === undefined && SHARED_OPTIONS.some(isGiven)) {
      throw new TopicmillError('INVALID_OPTION', '--host, --public-name and --rate can only be used with --tokens.', {
        remedy: 'Give --tokens too: without it, only programs on this machine are served.',
      });
    }
  });
  return program
    .option('--http', 'serve Streamable HTTP on 127.0.0.1 instead of standard input and output')
    .option('--port <number>', 'with --http: port to listen on; 0 for any free port', portNumber, defaultPort)
    .option('--json', 'with --http: print the address as JSON')
    .option('--tokens <file>', 'with --http: for a team, each member with a token in this file; see the command tokens')
    .option('--host <address>', 'with --tokens: address to listen on (default: 127.0.0.1, behind a proxy)')
    .option(
      '--public-name <name>',
      'with --tokens: name by which clients reach the server through a proxy; can be repeated',
      repeatedValue,
    )
    .option('--rate <number>', 'with --tokens: maximum requests per minute and client', wholeNumber(1), DEFAULT_RATE);
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

/** A command's input and output as streams of Node, for protocols that speak over them. Without input it is at its end. */
function messageStreams({ stdin, stdout }: CommandIo): { readonly input: Readable; readonly output: Writable } {
  return {
    input: stdin === undefined ? new PassThrough().end() : (stdin as unknown as Readable),
    output: new Writable({
      decodeStrings: false,
      write(text, _, done) {
        stdout.write(String(text));
        done();
      },
    }),
  };
}
