import type { Random } from '@topicmill/test-support/generate';

/** A request as it goes over the wire, and what is foreign about it. */
export interface ForeignRequest {
  readonly kind: 'host' | 'origin' | 'path';
  readonly method: string;
  readonly target: string;
  /** Lines of the head after the first, without their ends. */
  readonly fields: readonly string[];
}

/** A server that is asked: where it listens, and what it answers to those who may ask. */
export interface AskedServer {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly targets: readonly string[];
  /** Whether pages of this machine at other ports may ask. */
  readonly takesLocalPages: boolean;
  /** An origin whose pages may ask. */
  readonly cors?: string;
}

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const LABELS = [
  'evil',
  'example',
  'com',
  'localhost',
  '127',
  '0',
  '1',
  '192',
  'nip.io',
  'xn--80ak6aa92e',
  'a_b',
  'docs',
];
const ODD_NAMES = [
  ...['localhost.', '127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '0.0.0.0', '127.0.0.2', '169.254.169.254'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::2]', '[0:0:0:0:0:0:0:1]', '::1', '[::1', '[::1%25lo]', '', ' '],
  ...[
    'localhost\t.evil.example',
    'ｌocalhost',
    'lo\u00adcalhost',
    'localhost#',
    'localhost?',
    'localhost\\',
    '*',
    'null',
  ],
];
const JOINS = ['.', '-', '@', ':', '/', '%2e', '%00', ',', ' ', '\\', '#', ';'];
const SCHEMES = ['http://', 'https://', 'file://', 'ws://', 'chrome-extension://', 'data:', 'http:', '//', ''];
const PARENTS = [
  ...['../', '..%2f', '%2e%2e/', '.%2e/', '%252e%252e/', '..\\', '..%5c', '%c0%ae%c0%ae/', '%ef%bc%8e%ef%bc%8e/'],
  ...['..;/', '....//', '..%00/', '..%20/', '..%09/', './/../', '%2e%2e%2f', '..%252f', '.../', '..%0d%0a/'],
];
const PLACES = ['', 'folder/', '_topicmill/', '_search/', 'link/', 'folder/link/', '//', './', '_topicmill/../'];
const SITES = ['cross-site', 'same-site'];
const EMBEDDED = [
  ['no-cors', 'image'],
  ['no-cors', 'script'],
  ['no-cors', 'empty'],
  ['cors', 'empty'],
  ['navigate', 'iframe'],
  ['navigate', 'object'],
  ['websocket', 'websocket'],
];
const MOST_PARENTS = 12;

/**
 * A request that must not be answered: for another host, from a page of another origin, or for a file outside of the docs.
 *
 * @param secrets paths from the root of the file system, and from the folder that contains the docs root
 */
export function foreignRequest(random: Random, server: AskedServer, secrets: readonly string[]): ForeignRequest {
  const kind = random.pick(
    server.method === 'GET' ? (['host', 'origin', 'path'] as const) : (['host', 'origin'] as const),
  );
  const own = `${random.pick(OWN_NAMES)}:${server.port}`;
  const { method } = server;
  const target = random.pick(server.targets);
  if (kind === 'host') return { kind, method, ...forForeignHost(random, server, target) };
  if (kind === 'origin') {
    const fields = [`host: ${own}`, ...foreignPage(random, server, own)];
    const methods = method === 'GET' ? ['GET', 'GET', 'HEAD', 'OPTIONS', 'POST'] : ['POST'];
    return { kind, method: random.pick(methods), target, fields };
  }
  return { kind, method, target: outsidePath(random, secrets), fields: [`host: ${own}`] };
}

function forForeignHost(
  random: Random,
  server: AskedServer,
  target: string,
): Pick<ForeignRequest, 'target' | 'fields'> {
  const own = `${random.pick(OWN_NAMES)}:${server.port}`;
  const authority = foreignAuthority(random);
  switch (random.integer(0, 6)) {
    case 0:
      return { target, fields: [`host: ${own}`, `host: ${authority}`] };
    case 1:
      return { target: `http://${foreignName(random, /[/?#\\]/)}${target}`, fields: [`host: ${own}`] };
    case 2:
      return { target, fields: [`host: ${authority}`, `x-forwarded-host: ${own}`, `forwarded: host=${own}`] };
    case 3:
      return { target, fields: [`host: ${authority}`, `origin: http://${own}`, 'sec-fetch-site: same-origin'] };
    default:
      return { target, fields: [`host: ${authority}`] };
  }
}

/** Fields of a request that a page of another origin makes. */
function foreignPage(random: Random, server: AskedServer, own: string): string[] {
  if (server.method === 'GET' && random.chance(0.3)) {
    const [mode, dest] = random.pick(EMBEDDED);
    return [`sec-fetch-site: ${random.pick(SITES)}`, `sec-fetch-mode: ${mode}`, `sec-fetch-dest: ${dest}`];
  }
  for (;;) {
    const origin = random.pick(SCHEMES) + (random.chance(0.4) ? localAuthority(random) : foreignAuthority(random));
    const [, authority = ''] = /^https?:\/\/(.*)$/.exec(origin) ?? [];
    const isOwn = server.takesLocalPages ? isOwnAuthority(authority) : authority === own;
    if (!isOwn && origin !== server.cors && origin.trim() !== '') return [`origin: ${origin}`];
  }
}

/** This machine, at any port. */
function localAuthority(random: Random): string {
  return random.pick(OWN_NAMES) + random.pick(['', ':80', ':3000', `:${random.integer(1, 65_535)}`]);
}

/** What a Host field may say that is not one of the server’s names. */
function foreignAuthority(random: Random): string {
  for (;;) {
    const authority =
      foreignName(random) + random.pick(['', '', ':80', ':4180', `:${random.integer(1, 65_535)}`, ':x', ':']);
    if (!isOwnAuthority(authority)) return authority;
  }
}

function isOwnAuthority(authority: string): boolean {
  return OWN_NAMES.includes(
    authority
      .toLowerCase()
      .trim()
      .replace(/:\d{1,5}$/, ''),
  );
}

/** @param without what ends a name in a target */
function foreignName(random: Random, without = /$^/): string {
  const own = random.pick(OWN_NAMES);
  const made = Array.from({ length: random.integer(1, 4) }, () => random.pick(LABELS)).join('.');
  const name = random.pick([
    made,
    `${made}.example`,
    own + random.pick(JOINS) + made,
    made + random.pick(JOINS) + own,
    random.pick(ODD_NAMES),
    `${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(0, 255)}`,
  ]);
  return isOwnAuthority(name) || without.test(name) ? `${made}.example` : name;
}

function outsidePath(random: Random, secrets: readonly string[]): string {
  const secret = random.pick(secrets);
  const encoded = random.chance(0.3) ? secret.replaceAll('/', random.pick(['%2f', '%5c', '\\', '%252f'])) : secret;
  const climb = Array.from({ length: random.integer(1, MOST_PARENTS) }, () => random.pick(PARENTS));
  const same = random.pick(PARENTS).repeat(random.integer(1, MOST_PARENTS));
  return random
    .pick([
      `/${random.pick(PLACES)}${same}${encoded}`,
      `/${random.pick(PLACES)}${climb.join('')}${encoded}`,
      `/${random.pick(PLACES)}${encoded}`,
      `//${encoded}`,
      `/%2f${encoded}`,
      `/${random.pick(PLACES)}%2ehidden`,
      `/${random.pick(PLACES)}.hidden`,
      `/folder/${random.pick(['.git', '%2egit', '.GIT', '.git.', '.git%20'])}/config`,
      `/link${random.pick(['', '/', '%2f'])}${random.pick(['', 'secret.txt', '../outside/secret.txt'])}`,
      `http://localhost/${same}${encoded}`,
      `file:///${encoded}`,
    ])
    .replaceAll(' ', '%20');
}
