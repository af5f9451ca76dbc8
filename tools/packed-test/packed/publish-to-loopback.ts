import { LoopbackRegistry } from './loopback-registry.js';
import { packAll, type Tarball } from './pack-all.js';
import { ScratchProject } from './scratch-project.js';

/** All packages of this repository, in a registry of their own. */
export interface PublishedPackages {
  readonly tarballs: readonly Tarball[];
  readonly registry: LoopbackRegistry;
  /** Address of the registry, for package managers. */
  readonly address: string;
}

/**
 * Builds and packs every package, and serves them next to the packages of the registry that npm is set up with.
 *
 * @param folder where the tarballs go
 */
export async function publishToLoopback(folder: string): Promise<PublishedPackages> {
  const tarballs = await packAll(folder);
  const upstream = await new ScratchProject(folder).run('npm', 'config', 'get', 'registry');
  const registry = new LoopbackRegistry(tarballs, upstream.trim());
  return { tarballs, registry, address: await registry.start() };
}
