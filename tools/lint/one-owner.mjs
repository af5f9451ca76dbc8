import { parse } from 'yaml';
import { read, SOURCES } from './repository.mjs';

/** Each idea of owners.yaml is written by its owners alone, and ARCHITECTURE.md names each of them. */
export function oneOwner() {
  const architecture = read('ARCHITECTURE.md');
  const faults = [];
  const isOf = (owner) => (path) => path === owner || path.startsWith(`${owner}/`);
  for (const { name, owners, sign, flags = '' } of parse(read('tools/lint/owners.yaml'))) {
    const pattern = new RegExp(sign, flags);
    const found = SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    for (const path of found.filter((each) => !owners.some((owner) => isOf(owner)(each)))) {
      faults.push(`${path}: ${name}: import this from ${owners.join(' or ')}`);
    }
    for (const owner of owners) {
      if (!found.some(isOf(owner))) faults.push(`tools/lint/owners.yaml: ${name}: nothing in ${owner} has its sign`);
      if (!architecture.includes(`\`${owner}\``)) faults.push(`ARCHITECTURE.md: the table of owners lacks ${owner}`);
    }
  }
  const table = /## One owner for each idea\n([\s\S]*?)\n## /.exec(architecture)?.[1] ?? '';
  for (const [, name] of table.matchAll(/`(packages\/[^`]+)`/g)) {
    if (!name.includes('/test/') && !SOURCES.some(({ path }) => isOf(name)(path))) {
      faults.push(`ARCHITECTURE.md: there is no ${name}`);
    }
  }
  return faults;
}
