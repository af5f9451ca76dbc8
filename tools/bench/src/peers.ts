import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A splitter of another library. */
export interface Peer {
  readonly name: string;
  readonly shortName: string;
  /** Splits one document and returns its number of chunks. */
  split(text: string): Promise<number>;
}

const PEERS_DIRECTORY = fileURLToPath(new URL('../peers/', import.meta.url));

/**
 * The splitters that Topicmill is measured beside, set up for chunks of about the size that the semantic strategy makes.
 * They are no dependency of the repository: the first call installs them beside this package, which needs the network.
 *
 * @param log told before the installation, and when it fails
 * @returns none when they cannot be installed
 */
export async function loadPeers(log: (message: string) => void): Promise<readonly Peer[]> {
  if (!areInstalled(log)) return [];
  const { peers } = (await import(new URL('../peers/splitters.mjs', import.meta.url).href)) as { peers: Peer[] };
  return peers;
}

/** A splitter of another library that counts tokens. */
export interface TokenPeer {
  readonly name: string;
  /** Makes a function from a text to the texts of its chunks, none of more than about `size` tokens. */
  make(size: number): Promise<(text: string) => Promise<readonly string[]>>;
}

/**
 * Splitters that count tokens as they are told to, without overlap; installed like those of `loadPeers`.
 *
 * @param count tokens of a text; without it they count with gpt-tokenizer
 * @returns none when they cannot be installed
 */
export async function loadTokenPeers(
  count: ((text: string) => number) | undefined,
  log: (message: string) => void,
): Promise<readonly TokenPeer[]> {
  if (!areInstalled(log)) return [];
  const { tokenSplitters } = (await import(new URL('../peers/token-splitters.mjs', import.meta.url).href)) as {
    tokenSplitters: (count?: (text: string) => number) => TokenPeer[];
  };
  return tokenSplitters(count);
}

/** Installs the splitters when one of them is missing. */
function areInstalled(log: (message: string) => void): boolean {
  const { dependencies } = JSON.parse(readFileSync(`${PEERS_DIRECTORY}package.json`, 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  if (!Object.keys(dependencies).every((name) => existsSync(`${PEERS_DIRECTORY}node_modules/${name}`))) {
    log('Installing the splitters to compare with into tools/bench/peers/node_modules (60 MB, once).\n');
    const fault = installPeers();
    if (fault !== undefined) {
      log(`Nothing to compare with: npm ci in tools/bench/peers failed (${fault}).\n`);
      return false;
    }
  }
  return true;
}

/** Returns what went wrong, if anything did. */
function installPeers(): string | undefined {
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: PEERS_DIRECTORY,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return status === 0 ? undefined : (stderr.trim().split('\n').at(-1) ?? `status ${status}`);
}
