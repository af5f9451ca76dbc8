import * as z from 'zod';
import { isPattern, isQuickPattern } from './quick-pattern.js';

/** Address of a site with its base path. */
export const url = z
  .string()
  .regex(/^(?:\/|https?:\/\/[^/\s?#])[^\s?#]*$/, 'must start with /, http:// or https://, and contain no space, ? or #')
  .default('/')
  .describe('Address of the site with its base path, such as https://example.github.io/project/.');

/** Folder of the HTML of a site. */
export const builtFolder = z
  .string()
  .regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))(?!.*[\\\0])\S.*$/, 'must be the path of a folder below the workspace');

/** The HTML of a site whose pages are markdown. */
export const built = builtFolder
  .optional()
  .describe(
    'Folder of the HTML that the build of the site makes, relative to this file: addresses, ids of headings, and texts that the source lacks are taken from it.',
  );

const NOT_QUICK =
  'must not repeat a group that contains a choice or repetition, and at most three parts may repeat: it could take forever';

/** A regular expression that cannot take forever. */
export const pattern = z
  .string()
  .min(1)
  .refine(isPattern, 'must be a regular expression of JavaScript, without (?i)')
  .refine(isQuickPattern, NOT_QUICK);

/** Texts by patterns that cannot take forever. */
export const rewrites = z
  .record(z.string().min(1), z.string().min(1))
  .refine((rules) => Object.keys(rules).every(isQuickPattern), NOT_QUICK)
  .default({});

export const order = z
  .array(z.string().min(1))
  .optional()
  .describe(
    'Order of pages, if the site defines one: page paths without extension, or a folder with / at its end for all below it. Pages not named here follow.',
  );

export const inclusions = z
  .boolean()
  .default(false)
  .describe('Whether the text that pages include from other files is part of their chunks.');

/** The same for generators whose inclusions are found without a setting of their own. */
export const foundInclusions = inclusions.unwrap().default(true).describe(inclusions.description!);

/** Of a generator, whose rules depend on it. */
export const version = z
  .string()
  .regex(/^\d+(?:\.\d+)*$/, 'must be a version number, such as 0.111 or 5.18.2')
  .optional();

/** Folders of languages that are docs roots of their own. */
export const locales = z
  .array(z.string().min(1))
  .default([])
  .describe('Folders of languages that are docs roots of their own and are left out of this one.');
