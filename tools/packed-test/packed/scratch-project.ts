import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { FileFolder } from '@topicmill/test-support/file-folder';

/** How a command ended. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the caller's own npm and Nx say in the environment is no concern of the project's. */
const INHERITED = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|NX_|NODE_OPTIONS$|VITEST|INIT_CWD$|TOPICMILL_)/i.test(name),
  ),
);

/** The daemon would outlive the test and keep its folder in use. */
const ENVIRONMENT = { ...INHERITED, NX_DAEMON: 'false', CI: 'true', NO_COLOR: '1', npm_config_prefer_offline: 'true' };

/** A folder in which commands are run. */
export class ScratchProject extends FileFolder {
  /**
   * @param root path of the folder, which is made
   * @param registry address of the registry that npm asks there; without it, the one that npm is set up with
   * @param variables environment of the commands, next to what is common to all
   */
  constructor(
    root: string,
    private readonly registry?: string,
    private readonly variables: Readonly<Record<string, string>> = {},
  ) {
    mkdirSync(root, { recursive: true });
    super(root);
  }

  /** Runs a command to its end, whatever its exit code. */
  async attempt(command: string, ...args: readonly string[]): Promise<CommandResult> {
    try {
      const { stdout, stderr } = await promisify(execFile)(command, args, {
        cwd: this.root,
        env: {
          ...ENVIRONMENT,
          ...(this.registry === undefined ? {} : { npm_config_registry: this.registry }),
          ...this.variables,
        },
        maxBuffer: 64 * 1024 * 1024,
        shell: process.platform === 'win32',
      });
      return { exitCode: 0, stdout, stderr };
    } catch (thrown) {
      const { code, stdout, stderr } = thrown as { code?: number | string; stdout?: string; stderr?: string };
      if (typeof code !== 'number') throw thrown;
      return { exitCode: code, stdout: stdout ?? '', stderr: stderr ?? '' };
    }
  }

  /**
   * Runs a command that must succeed.
   *
   * @returns its stdout
   */
  async run(command: string, ...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.attempt(command, ...args);
    if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${exitCode}:\n${stdout}${stderr}`);
    return stdout;
  }
}
