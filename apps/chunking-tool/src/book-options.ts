import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type Command, Option } from 'commander';

/** Options that only some strategies take. */
const OPTIONS_OF = {
  semantic: { tail: '--tail' },
  'semantic or structural': { minTokens: '--min-tokens', maxTokens: '--max-tokens' },
  structural: {
    targetTokens: '--target-tokens',
    contentType: '--content-type',
    overlapSentences: '--overlap-sentences',
    breadcrumbMode: '--breadcrumb-mode',
    strict: '--strict',
    stamp: '--stamp',
  },
  'structural or two-tier': { title: '--title' },
  'two-tier': {
    headings: '--headings',
    sectionTokens: '--section-tokens',
    sectionOverlap: '--section-overlap',
    snippetTokens: '--snippet-tokens',
    snippetOverlap: '--snippet-overlap',
    report: '--report',
    keepBoilerplate: '--keep-boilerplate',
    dropBoilerplate: '--drop-boilerplate',
  },
} as const;

/** Adds the options that only the strategy two-tier takes. */
export function addBookOptions(program: Command): void {
  program
    .addOption(
      new Option('--headings <source>', 'two-tier: how headings are found').choices(['auto', 'markdown', 'plain']),
    )
    .option('--section-tokens <number>', 'two-tier: maximum size of a section (default: 1700)', wholeNumber(0))
    .option(
      '--section-overlap <number>',
      'two-tier: tokens repeated from the section before (default: 120)',
      wholeNumber(0),
    )
    .option('--snippet-tokens <number>', 'two-tier: maximum size of a snippet (default: 420)', wholeNumber(0))
    .option(
      '--snippet-overlap <number>',
      'two-tier: tokens repeated from the snippet before (default: 80)',
      wholeNumber(0),
    )
    .option('--report', 'two-tier: list the lines left out: page numbers, running heads, contents, index')
    .addOption(
      new Option('--keep-boilerplate', 'two-tier: keep those lines in plain text too').conflicts('dropBoilerplate'),
    )
    .option('--drop-boilerplate', 'two-tier: leave those lines out of markdown too');
}

/** @throws TopicmillError `INVALID_OPTION` for an option that the strategy does not take */
export function refuseForeignOptions(options: { readonly strategy: string }): void {
  for (const [strategies, flags] of Object.entries(OPTIONS_OF)) {
    const given = Object.entries(flags).find(([name]) => name in options);
    if (given === undefined || strategies.split(' or ').includes(options.strategy)) continue;
    throw new TopicmillError('INVALID_OPTION', `The strategy ${options.strategy} has no option ${given[1]}.`, {
      remedy: `Leave it out, or use --strategy ${strategies}.`,
    });
  }
}
