import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
  if (!existsSync(`${PEERS_DIRECTORY}node_modules`)) {
    log('Installing the splitters to compare with into tools/bench/peers/node_modules (60 MB, once).\n');
    const fault = installPeers();
    if (fault !== undefined) {
      log(`Nothing to compare with: npm ci in tools/bench/peers failed (${fault}).\n`);
      return [];
    }
  }
  const { peers } = (await import(new URL('../peers/splitters.mjs', import.meta.url).href)) as { peers: Peer[] };
  return peers;
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
