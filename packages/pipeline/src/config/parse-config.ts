import { nearestName } from '@topicmill/base/config';
import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import { parseYaml, yamlSyntaxMessage, yamlValues } from '@topicmill/base/yaml';
import { type Document, isNode, LineCounter } from 'yaml';
import * as z from 'zod';
import { IMPORTED_PAGES } from './results-root.js';
import { configSchema, type TopicmillConfig } from './schema.js';

/** What the environment and flags say over the file; a key that is `undefined` says nothing. */
export interface ConfigOverrides {
  readonly embeddingModel?: string | undefined;
}

/**
 * Parses `topicmill.yaml`: defaults, then the file, then the overrides.
 *
 * @param text the file's text; `undefined` when there is no file
 * @param file path that errors name
 * @throws FaultsError with every fault at once: `CONFIG_UNREADABLE` for broken YAML, `CONFIG_INVALID` for unknown keys and wrong values
 */
export function parseConfig(text: string | undefined, file: string, overrides: ConfigOverrides = {}): TopicmillConfig {
  const lineCounter = new LineCounter();
  const document = parseYaml(text ?? '', { lineCounter });
  throwFaults(document.errors.map((error) => unreadable(error, file, lineCounter)));
  const result = configSchema.safeParse(yamlValues(document, file) ?? {});
  if (!result.success) {
    throwFaults(result.error.issues.flatMap((issue) => describeIssue(issue, document, file, lineCounter)));
    throw result.error;
  }
  const { embeddingModel } = overrides;
  const config = withImportedPages(result.data);
  return deepFreeze(
    embeddingModel === undefined ? config : { ...config, embedding: { ...config.embedding, model: embeddingModel } },
  );
}

/** Pages of HTML are imported as markdown, and are pages like any other from there on. */
function withImportedPages(config: TopicmillConfig): TopicmillConfig {
  return config.sources === 'html' ? { ...config, sources: 'pages', docsRoot: IMPORTED_PAGES } : config;
}

/**
 * The line, from 1, on which `topicmill.yaml` gives the value of a key; `undefined` when it says nothing of it.
 *
 * @param text the file's text; `undefined` when there is no file
 * @param keys the key and those that it is under, outermost first
 */
export function lineOfKey(text: string | undefined, keys: readonly string[]): number | undefined {
  const lineCounter = new LineCounter();
  return lineOfNode(parseYaml(text ?? '', { lineCounter }), keys, lineCounter);
}

function lineOfNode(document: Document, keys: readonly string[], lineCounter: LineCounter): number | undefined {
  const node = document.getIn(keys, true);
  const offset = isNode(node) ? node.range?.[0] : undefined;
  return offset === undefined ? undefined : lineCounter.linePos(offset).line;
}

function unreadable(
  error: { message: string; pos: [number, number] },
  file: string,
  lineCounter: LineCounter,
): Diagnostic {
  return {
    severity: 'error',
    code: 'CONFIG_UNREADABLE',
    message: yamlSyntaxMessage(error),
    file,
    line: lineCounter.linePos(error.pos[0]).line,
    remedy: 'Fix the YAML.',
  };
}

function describeIssue(
  issue: z.core.$ZodIssue,
  document: Document,
  file: string,
  lineCounter: LineCounter,
): Diagnostic[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      return invalid(
        `${[...path, key].join('.')} is not a known key.`,
        knownKeyRemedy(key, path, keysHere(path, document)),
        lineOf([...path, key]),
      );
    });
  }
  const remedy = remedyIn(issue) ?? `Give a value that fits: ${keyDescription(issue.path)}`;
  const forms = issue.code === 'invalid_union' ? formsOf(path) : undefined;
  if (forms !== undefined) {
    const written = document.getIn(path);
    const message = written === undefined ? 'is missing' : `is "${String(written)}", which is not known`;
    const choice = formMeanings(path) === undefined ? formRemedy(path, forms) : remedy;
    return [invalid(`${path.join('.')} ${message}.`, choice, lineOf(path))];
  }
  return [invalid(`${path.join('.') || 'The file'}: ${issue.message}.`, remedy, lineOf(path))];

  function lineOf(keys: readonly string[]): number {
    const line = lineOfNode(document, keys, lineCounter);
    return line ?? (keys.length > 1 ? lineOf(keys.slice(0, -1)) : 1);
  }

  function invalid(message: string, remedy: string, line: number): Diagnostic {
    return { severity: 'error', code: 'CONFIG_INVALID', message, file, line, remedy };
  }
}

/** What a fault that the schema does not describe says about its remedy. */
function remedyIn(issue: z.core.$ZodIssue): string | undefined {
  const remedy = issue.code === 'custom' ? issue.params?.['remedy'] : undefined;
  return typeof remedy === 'string' ? remedy : undefined;
}

/** Names of the forms of the section that a key distinguishes: of `site`, by `generator`. */
function formsOf(path: readonly string[]): string[] | undefined {
  const section = unwrappedSchema(schemaAt(path.slice(0, -1)));
  if (!(section instanceof z.ZodDiscriminatedUnion) || section.def.discriminator !== path.at(-1)) return undefined;
  return section.options.flatMap((form) => formNames(form, section.def.discriminator));
}

function formNames(form: z.core.$ZodType, discriminator: string): string[] {
  return [...(unwrappedSchema(schemaFields(form)[discriminator]) as z.ZodLiteral).values].map(String);
}

function formRemedy(path: readonly string[], forms: readonly string[]): string {
  const key = path.at(-1)!;
  const last = forms.at(-1)!;
  return `Write \`${key}: ${last}\`, or one of ${forms.slice(0, -1).join(', ')}; the other keys depend on it.`;
}

/** The keys of a section; of one with several forms, those of the form that it has. */
function keysHere(path: readonly string[], document: Document): string[] {
  const section = unwrappedSchema(schemaAt(path));
  if (!(section instanceof z.ZodDiscriminatedUnion)) return knownKeys(path);
  const { discriminator } = section.def;
  const written = document.getIn([...path, discriminator]);
  const form = section.options.find((each) => formNames(each, discriminator).includes(String(written)));
  return form === undefined ? knownKeys(path) : Object.keys(schemaFields(form));
}

function knownKeyRemedy(key: string, path: readonly string[], keys: string[]): string {
  if (knownKeys(path).includes(key)) return `Remove it; only ${formsWith(key, path).join(' and ')} may have it.`;
  const nearest = nearestName(key, keys);
  return nearest === undefined
    ? `Remove it; the keys here are ${keys.sort().join(', ')}.`
    : `Did you mean ${[...path, nearest].join('.')}?`;
}

function knownKeys(path: readonly string[]): string[] {
  return Object.keys(schemaFields(schemaAt(path)));
}

/** The forms of a section that have a key, by the value that distinguishes them: `generator: none`. */
function formsWith(key: string, path: readonly string[]): string[] {
  const inner = unwrappedSchema(schemaAt(path));
  if (!(inner instanceof z.ZodDiscriminatedUnion)) return [];
  const { discriminator } = inner.def;
  const forms = inner.options.filter((form) => key in schemaFields(form));
  return forms.map((form) => `${discriminator}: ${formNames(form, discriminator).join(' or ')}`);
}

/** What the schema says about a key, or about the list that an entry belongs to; of a section, its keys. */
function keyDescription(path: readonly PropertyKey[]): string {
  const forms = formMeanings(path.map(String));
  if (forms !== undefined) return forms;
  const schema = schemaAt(path.map(String));
  const description = z.globalRegistry.get(schema)?.description;
  const section = unwrappedSchema(schema);
  if (section instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = section.def;
    const names = section.options.flatMap((form) => formNames(form, discriminator));
    return `at least \`${discriminator}\`, one of ${names.join(', ')}.`;
  }
  return description ?? `the keys here are ${Object.keys(schemaFields(schema)).sort().join(', ')}.`;
}

/** What the forms of a section are, each by its name, if the key distinguishes them. */
function formMeanings(path: readonly string[]): string | undefined {
  const section = unwrappedSchema(schemaAt(path.slice(0, -1)));
  if (!(section instanceof z.ZodDiscriminatedUnion) || section.def.discriminator !== path.at(-1)) return undefined;
  const names = section.options.map((form) => schemaFields(form)[section.def.discriminator]);
  const meanings = names.map(
    (name) => name && z.globalRegistry.get(unwrappedSchema(name) as z.core.$ZodType)?.description,
  );
  if (meanings.some((meaning) => meaning === undefined)) return undefined;
  const literals = names.map((name) => String([...(unwrappedSchema(name) as z.ZodLiteral).values][0]));
  return literals.map((literal, at) => `${literal}: ${meanings[at]}`).join(' ');
}

/** The schema of a key; of one that is not known, of the section that it is in. */
function schemaAt(path: readonly string[]): z.core.$ZodType {
  let schema: z.core.$ZodType = configSchema;
  for (const key of path) {
    const inner = unwrappedSchema(schema);
    schema =
      schemaFields(schema)[key] ??
      (inner instanceof z.ZodArray && schemaFields(inner.element) !== NO_SCHEMA_FIELDS ? inner.element : schema);
  }
  return schema;
}

const NO_SCHEMA_FIELDS: Readonly<Record<string, z.core.$ZodType>> = {};

/** The fields of an object, or of all forms of one that has several; none of another value. */
function schemaFields(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  const inner = unwrappedSchema(schema);
  if (inner instanceof z.ZodDiscriminatedUnion) return Object.assign({}, ...inner.options.map(schemaFields));
  return inner instanceof z.ZodObject ? inner.shape : NO_SCHEMA_FIELDS;
}

/** A schema without the defaults that are wrapped around it, and without what its values are turned into. */
function unwrappedSchema(schema: z.core.$ZodType | undefined): unknown {
  if (schema instanceof z.ZodPipe) return unwrappedSchema(schema.in);
  const isWrapped =
    schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault || schema instanceof z.ZodOptional;
  return isWrapped ? unwrappedSchema(schema.unwrap()) : schema;
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner as object);
  return Object.freeze(value);
}
