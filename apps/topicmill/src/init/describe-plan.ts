import { counted, joinLines, type Screen, shownLine } from '@topicmill/base/cli';
import { groupBy } from '@topicmill/base/groups';
import type { FoundPages, InitPlan } from '@topicmill/pipeline/init';
import type { Evaluation } from './evaluate-sites.js';

const SHOWN_FILES = 10;
const SHOWN_EXAMPLES = 3;

/** What `init` found and would write, for people. */
export function describePlan(plan: InitPlan, evaluation: Evaluation, screen: Screen): string {
  const { docsRoot, topicIds, changes, looseMarkdown, pages } = plan;
  const lines =
    pages === undefined
      ? [`Docs root: ${docsRoot} (${counted(topicIds.length, 'topic')})`]
      : [...describePages(pages), ...evaluation.notes, `Results: ${pages.outDir}`, ''];
  if (changes.length === 0) lines.push('Everything is in place.');
  const { colours } = screen;
  const width = Math.max(0, ...changes.map(({ path }) => path.length));
  for (const { path, kind, summary } of changes) {
    const paint = kind === 'create' ? colours.green : colours.yellow;
    lines.push(`  ${paint(kind)}  ${colours.bold(path.padEnd(width))}  ${summary}`);
  }
  if (looseMarkdown.length > 0) {
    lines.push(
      '',
      `${counted(looseMarkdown.length, 'markdown file')} in no topic folder. To turn one into a topic, move it:`,
      ...looseMarkdown.slice(0, SHOWN_FILES).map(({ path, suggestedPath }) => `  ${path} → ${suggestedPath}`),
      ...andMore(looseMarkdown.length - SHOWN_FILES),
    );
  }
  return joinLines(lines.map((line) => shownLine(line, screen)));
}

function describePages(found: FoundPages): string[] {
  const { roots, sites, emptyLanguages, pages, topicIds, notUsed, leftOut } = found;
  const { isKnownByContent, outside, estimate, unread } = found;
  const from = sites.map(({ config }) => `${config.path} (${config.tool ?? config.generator})`);
  const width = Math.max(...roots.map(({ docsRoot }) => docsRoot.length));
  const total = roots.reduce((sum, { pageCount }) => sum + pageCount, 0);
  return [
    ...(from.length === 0 ? [] : [`Site: ${from.join(', ')}`]),
    ...(isKnownByContent ? [describeByContent(roots[0]!)] : []),
    ...(found.html === undefined && roots.every(({ areFilesRead }) => areFilesRead)
      ? describeFilesRead(from.length > 0, found.addressKey)
      : []),
    ...describeDialects(roots),
    ...roots.map(({ docsRoot, pageCount, sectionCount, version, isCurrent, locale }) => {
      const current = isCurrent === true ? ' (current)' : '';
      const of = [version === undefined ? '' : `version ${version}${current}`, locale ?? ''].filter(
        (part) => part !== '',
      );
      const sections = sectionCount === 0 ? '' : ` in ${counted(sectionCount, 'section')}`;
      return `  ${docsRoot.padEnd(width)}  ${counted(pageCount, 'page')}${sections}${of.length === 0 ? '' : `, ${of.join(', ')}`}`;
    }),
    ...(roots.length === 1 ? [] : [`  ${counted(total, 'page')} in all`]),
    ...(emptyLanguages.length === 0 ? [] : [`  Languages without a page, left out: ${emptyLanguages.join(', ')}`]),
    ...describeHtml(found),
    ...describeWithoutHost(roots),
    ...describeAnchors(found.anchors),
    ...describeEstimate(estimate),
    ...describeCategories(pages.length, topicIds.length),
    ...describeLeftOut(leftOut),
    ...describeUnread(unread),
    ...describeOutside(outside, roots.length > 1),
    ...describeNotUsed(notUsed.map(({ path }) => path)),
  ];
}

/** A generator that was known by its pages. */
function describeByContent({ generator }: FoundPages['roots'][number]): string {
  return `Site: ${generator}, by what is written in the pages; its configuration is not in this repository`;
}

/** How pages without a generator are written. */
function describeDialects(roots: FoundPages['roots']): string[] {
  const dialects = [...new Set(roots.flatMap(({ dialect }) => dialect ?? []))];
  return dialects.length === 0 ? [] : [`  The pages are read as ${dialects.join(' and ')} (site.dialect).`];
}

/** What comes from the HTML of a built site. */
function describeHtml({ html, roots }: FoundPages): string[] {
  if (html === undefined) return [];
  const { foundCount, pageCount } = html;
  const isWhole = foundCount === pageCount && pageCount > 1;
  const which = isWhole ? `All ${pageCount} pages` : `${foundCount} of ${counted(pageCount, 'page')}`;
  return [
    `  ${which} of HTML in ${roots[0]!.built} ${foundCount === 1 ? 'is' : 'are'} made from these: addresses, ids, and texts that only the HTML has come from there.`,
  ];
}

/** What must be set where the configuration of a site does not say where it is published. */
function describeWithoutHost(roots: FoundPages['roots']): string[] {
  const unknown = roots.filter(({ lacksHost }) => lacksHost);
  if (unknown.length === 0) return [];
  if (roots.length === 1)
    return ['  Nothing says where the site is published: set site.url in topicmill.yaml to its address.'];
  const folders = formatExamples(unknown.map(({ docsRoot }) => docsRoot));
  if (unknown.length === 1) return [`  Nothing says where ${folders} is published: set its url in topicmill.yaml.`];
  const which = unknown.length === roots.length ? 'the sites' : folders;
  return [`  Nothing says where ${which} are published: set url of each of them in topicmill.yaml to its address.`];
}

/** The first of some names, and whether there are more. */
function formatExamples(names: readonly string[]): string {
  return `${names.slice(0, SHOWN_EXAMPLES).join(', ')}${names.length > SHOWN_EXAMPLES ? ' …' : ''}`;
}

/** That the ids of headings are not those of the generator's rules, by the links that authors wrote. */
function describeAnchors({ hasCustomIds, missingCount, linkCount, example }: FoundPages['anchors']): string[] {
  if (!hasCustomIds) return [];
  return [
    `  ${missingCount} of ${counted(linkCount, 'link')} to headings name an id that the generator's rules do not give (${example!.href} in ${example!.path}): the site makes ids of its own, and addresses of chunks may lead to the top of their page.`,
    '  Build the site and set site.built to the folder of its HTML: addresses come from there.',
  ];
}

/** Why chunks are sized by real tokens. */
function describeEstimate(estimate: FoundPages['estimate']): string[] {
  if (estimate?.isOff !== true) return [];
  const { offCount, pageCount } = estimate;
  return [
    `  Chunks are sized by tokens of cl100k_base (chunking.tokenCounter): an estimate by words is off by more than half on ${offCount} of ${counted(pageCount, 'page')} looked at.`,
  ];
}

/** No generator was found. */
function describeFilesRead(isToolKnown: boolean, addressKey: FoundPages['addressKey']): string[] {
  const permalink =
    addressKey === undefined ? 'docs/{path}/' : `docs/{${addressKey === 'url' ? 'permalink' : addressKey}}`;
  return [
    isToolKnown ? '  Addresses are those of the files.' : 'Site: none that is known; addresses are those of the files',
    ...(addressKey === undefined ? [] : [`  The pages name their address in their front matter, as ${addressKey}.`]),
    `  If a site is made from these pages, set site.url and site.permalink (such as ${permalink}) in topicmill.yaml.`,
  ];
}

/** Why there are fewer topics than pages. */
function describeCategories(pageCount: number, topicCount: number): string[] {
  const others = pageCount - topicCount;
  if (others === 0) return [];
  const have =
    others === 1 ? 'has no text of its own and gives its section' : 'have no text of their own and give their sections';
  return [`  ${counted(topicCount, 'topic')}: ${counted(others, 'page')} ${have} title and description`];
}

/** Files that are not topics, by reason. */
function describeLeftOut(leftOut: FoundPages['leftOut']): string[] {
  if (leftOut.length === 0) return [];
  const byReason = groupBy(leftOut, ({ reason }) => reason);
  return [
    `Left out: ${counted(leftOut.length, 'file')}`,
    ...[...byReason].map(([reason, files]) => {
      const examples = formatExamples(files.map(({ path }) => path));
      return `  ${counted(files.length, 'file')}: ${reason} (${examples})`;
    }),
  ];
}

/** Documents of formats that are not read. */
function describeUnread(unread: FoundPages['unread']): string[] {
  if (unread === undefined) return [];
  const { format, paths } = unread;
  const examples = formatExamples(paths);
  return [`Not read, since it is no markdown: ${counted(paths.length, 'document')} of ${format} (${examples})`];
}

/** Files that no docs root contains, and how to add them. */
function describeOutside(paths: readonly string[], hasSeveralRoots: boolean): string[] {
  const [first] = paths;
  if (first === undefined) return [];
  const examples = formatExamples(paths);
  const where = hasSeveralRoots ? 'the docs roots' : 'the docs root';
  const root = `{ name: repository, docsRoot: ., include: ['${first}'] }`;
  return [
    `Not indexed, outside of ${where}: ${counted(paths.length, 'markdown file')} (${examples})`,
    `  To add some, write a further root in \`roots\` of topicmill.yaml, such as ${root}`,
  ];
}

function describeNotUsed(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return ['Other configurations, which --site chooses instead:', ...paths.map((path) => `  ${path}`)];
}

function andMore(hiddenCount: number): string[] {
  return hiddenCount > 0 ? [`  and ${hiddenCount} more (--json lists them all)`] : [];
}
