import { resolve } from 'node:path';
import {
  type CommandIo,
  createProgram,
  type ExitCode,
  repeatedValue,
  runCommandGroup,
  runProgram,
} from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { addToken, listTokens, RIGHTS, type Right, removeToken } from './access-tokens.js';

/** The program that has the command. */
export interface TokensProgram {
  /** How users call it, such as `topicmill`. */
  readonly program: string;
  readonly version: string;
}

interface TokenOptions {
  readonly file: string;
  readonly right: readonly Right[];
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
