/** Stands for Starlight's integration in an evaluated configuration: notes what it is given. */
// biome-ignore lint/style/noDefaultExport: the integration is the default export of its package.
export default function starlight(options: unknown): object {
  return { $call: '@astrojs/starlight', arguments: [options] };
}
