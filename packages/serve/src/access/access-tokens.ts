import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type CommandIo,
  createProgram,
  type ExitCode,
  repeatedValue,
  runCommandGroup,
  runProgram,
} from '@topicmill/base/cli';
import { refuseLaterVersion, TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, sha256Hex, updateFile } from '@topicmill/base/files';
import { indentedJson, isObject, parseJsonIfValid } from '@topicmill/base/json';
import * as z from 'zod';

/** The program that has the command. */
interface TokensProgram {
  /** How users call it, such as `topicmill`. */
  readonly program: string;
  readonly version: string;
}

interface TokenOptions {
  readonly file: string;
  readonly right: readonly AccessRight[];
  readonly sensitivity?: readonly string[];
  readonly json?: true;
}

const FILE_HELP = 'file of the tokens; it contains only their hashes';

/** Runs the command that makes and revokes the tokens of clients of `mcp --http`; see `--help`. */
export function tokensCommand(
  { program: called, version }: TokensProgram,
  args: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  const name = `${called} tokens`;
  const definition = {
    name,
    version,
    description: 'Makes and revokes the tokens that identify clients of `mcp --http`.',
    examples: [
      [`${name} add ci --file tokens.json --right read`, 'a token for reading, which is shown once'],
      [`${name} list --file tokens.json`, 'who has one, and what it may do'],
      [`${name} remove ci --file tokens.json`, 'its next request is refused'],
      [`${called} mcp --http --tokens tokens.json`, 'a server for those who have one'],
    ],
  } as const;
  const context: TokensContext = { name, version, io };
  return runCommandGroup(
    definition,
    [
      { name: 'add', summary: 'make a token, which is shown once', load: async () => (rest) => add(context, rest) },
      { name: 'list', summary: 'list clients and their rights', load: async () => (rest) => list(context, rest) },
      { name: 'remove', summary: 'revoke a token', load: async () => (rest) => remove(context, rest) },
    ],
    args,
    io,
  );
}

interface TokensContext {
  /** How users call the group, such as `topicmill tokens`. */
  readonly name: string;
  readonly version: string;
  readonly io: CommandIo;
}

function add(context: TokensContext, rest: readonly string[]): Promise<ExitCode> {
  const { io } = context;
  const command = commandOf(context, 'add', 'Makes a token and shows it once', 'add ci --file tokens.json --right read')
    .argument('<client>', 'name of the client, for logs and for revoking')
    .requiredOption('--right <right>', `what it may do: ${RIGHTS.join(', ')}; can be repeated`, repeatedValue)
    .option(
      '--sensitivity <level>',
      'level of artifacts that it may read and write; can be repeated (default: all)',
      repeatedValue,
    )
    .action((client: string, { file, right, sensitivity, json }: TokenOptions) => {
      const levels = sensitivity === undefined ? {} : { sensitivities: sensitivity };
      const token = addToken(resolve(io.cwd, file), { name: client, rights: right, ...levels });
      print(io, json, { client, token }, [token, `Shown once: give it to ${client}. The file contains only its hash.`]);
    });
  return runProgram(command, rest, io, () => 0);
}

function list(context: TokensContext, rest: readonly string[]): Promise<ExitCode> {
  const { io } = context;
  const command = commandOf(context, 'list', 'Lists clients and their rights', 'list --file tokens.json');
  command.action(({ file, json }: TokenOptions) => {
    const clients = listTokens(resolve(io.cwd, file));
    const lines = clients.map(({ name: client, rights, sensitivities }) => {
      const levels = sensitivities === undefined ? '' : `; only ${sensitivities.join(', ')}`;
      return `${client}: ${rights.join(', ')}${levels}`;
    });
    print(io, json, { clients }, lines.length === 0 ? ['No tokens.'] : lines);
  });
  return runProgram(command, rest, io, () => 0);
}

function remove(context: TokensContext, rest: readonly string[]): Promise<ExitCode> {
  const { io } = context;
  let exitCode: ExitCode = 0;
  const command = commandOf(context, 'remove', 'Revokes a token', 'remove ci --file tokens.json')
    .argument('<client>', 'name of the client')
    .action((client: string, { file, json }: TokenOptions) => {
      const removed = removeToken(resolve(io.cwd, file), client);
      exitCode = removed ? 0 : 1;
      print(io, json, { client, removed }, [removed ? `Revoked: ${client}.` : `There is no token of "${client}".`]);
    });
  return runProgram(command, rest, io, () => exitCode);
}

function commandOf({ name, version, io }: TokensContext, command: string, description: string, example: string) {
  const examples = [[`${name} ${example}`, description]] as const;
  return createProgram({ name: `${name} ${command}`, version, description: `${description}.`, examples }, io)
    .requiredOption('--file <path>', FILE_HELP)
    .option('--json', 'print the result as JSON');
}

function print(io: CommandIo, json: true | undefined, data: object, lines: readonly string[]): void {
  io.stdout.write(json ? indentedJson(data) : lines.map((line) => `${line}\n`).join(''));
}

/** What a client may do. */
export const RIGHTS = ['read', 'ingest', 'delete'] as const;
export type AccessRight = (typeof RIGHTS)[number];

/** Who asks, and what it may do. */
export interface AccessClient {
  /** Under which its token was made. */
  readonly name: string;
  readonly rights: readonly AccessRight[];
  /** Levels of sensitivity that it may see and write; left out, all. */
  readonly sensitivities?: readonly string[] | undefined;
}

const clientSchema = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/),
  /** SHA-256 of the token, in hex: the token is random, so that no slower hash is needed. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rights: z.array(z.enum(RIGHTS)).min(1),
  sensitivities: z.array(z.string().min(1)).min(1).optional(),
});
const fileSchema = z.strictObject({ format: z.literal(1), tokens: z.array(clientSchema) });

type StoredClient = z.infer<typeof clientSchema>;

const TOKEN_BYTES = 32;
const TOKEN_PREFIX = 'tmk_';
/** Nobody but the owner reads who has access. */
const FILE_MODE = 0o600;

/**
 * Adds a client to a file of tokens, which is made if it is missing.
 *
 * @returns the token, which is stored nowhere
 * @throws TopicmillError `INVALID_OPTION` for a name that is taken or cannot be one, `TOKENS_INVALID`, `FILE_UNWRITABLE`
 */
export function addToken(path: string, client: AccessClient): string {
  const token = `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const added = clientSchema.safeParse({ ...client, sha256: sha256Hex(token) });
  if (!added.success) {
    throw new TopicmillError('INVALID_OPTION', `${JSON.stringify(client.name)} cannot be the name of a client.`, {
      remedy: 'Use up to 64 letters, digits and any of _ . @ -, and name at least one right.',
    });
  }
  makeFile(path);
  updateTokensFile(path, (tokens) => {
    if (tokens.some(({ name }) => name === client.name)) {
      throw new TopicmillError('INVALID_OPTION', `There is a token of "${client.name}" already.`, {
        remedy: 'Remove it first, or give another name.',
      });
    }
    return [...tokens, added.data];
  });
  return token;
}

/**
 * Removes a client; a server that reads the file refuses its next request.
 *
 * @returns whether there was one of that name
 * @throws TopicmillError `TOKENS_INVALID`, `FILE_UNREADABLE`, `FILE_UNWRITABLE`
 */
export function removeToken(path: string, name: string): boolean {
  const known = readFile(path);
  if (!known.some((each) => each.name === name)) return false;
  updateTokensFile(path, (tokens) => tokens.filter((each) => each.name !== name));
  return true;
}

/** @throws TopicmillError `TOKENS_INVALID`, `FILE_UNREADABLE` */
export function listTokens(path: string): readonly AccessClient[] {
  return readFile(path).map(({ sha256: _, ...client }) => client);
}

/** The clients of a file of tokens, read again when it has changed. */
export class AccessTokens {
  private known: ReadonlyMap<string, AccessClient> = new Map();
  private state = '';

  /** @throws TopicmillError `TOKENS_INVALID`, `FILE_UNREADABLE` */
  constructor(private readonly path: string) {
    this.refresh();
  }

  /**
   * The client whose token is in the header `Authorization`, if it is one.
   *
   * @throws TopicmillError `TOKENS_INVALID`, `FILE_UNREADABLE`: nobody has access by a file that cannot be read
   */
  clientOf(authorization: string | undefined): AccessClient | undefined {
    this.refresh();
    const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    return token === undefined ? undefined : this.known.get(sha256Hex(token));
  }

  private refresh(): void {
    const { mtimeMs, ino, size } = statOf(this.path);
    const state = [mtimeMs, ino, size].join();
    if (state === this.state) return;
    this.known = new Map(readFile(this.path).map(({ sha256, ...client }) => [sha256, client]));
    this.state = state;
  }
}

function statOf(path: string): { readonly mtimeMs: number; readonly ino: number; readonly size: number } {
  try {
    return statSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function readFile(path: string): readonly StoredClient[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw unreadable(path, cause);
  }
  return parse(text, path);
}

function parse(text: string, path: string): readonly StoredClient[] {
  if (text === '') return [];
  const value = parseJsonIfValid(text);
  refuseLaterVersion({ found: isObject(value) && value['format'], known: 1, code: 'TOKENS_INVALID', file: path });
  try {
    return fileSchema.parse(value).tokens;
  } catch (cause) {
    throw new TopicmillError('TOKENS_INVALID', 'This is not a file of access tokens.', {
      file: path,
      remedy: 'Name a file that the command tokens has made.',
      cause,
    });
  }
}

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new TopicmillError('FILE_UNWRITABLE', `The file cannot be made (${errorCode(cause)}).`, {
      file: path,
      remedy: 'Check the folder and its permissions.',
      cause,
    });
  }
}

function updateTokensFile(path: string, update: (tokens: readonly StoredClient[]) => readonly StoredClient[]): void {
  const { replaced } = updateFile(path, (present) => {
    const tokens = update(parse(present ?? '', path));
    return indentedJson({ format: 1, tokens });
  });
  for (const each of replaced) each.close();
  chmodSync(path, FILE_MODE);
}

function unreadable(path: string, cause: unknown): TopicmillError {
  return new TopicmillError('FILE_UNREADABLE', `The file of access tokens cannot be read (${errorCode(cause)}).`, {
    file: path,
    remedy: 'Create it with the command tokens, or check its permissions.',
    cause,
  });
}
