import type { ArtifactFilter } from '@topicmill/artifacts/store';
import * as z from 'zod';
import { MAX_FIELD_LENGTH, MAX_RESULTS } from './limits.js';

const field = z.string().min(1).max(MAX_FIELD_LENGTH);
const fields = z.array(field).min(1).max(MAX_RESULTS).optional();

/** Arguments that narrow down which artifacts are meant. */
export const FILTER_INPUT = {
  artifact_types: fields.describe('Only artifacts of these types.'),
  source_systems: fields.describe('Only artifacts from these systems.'),
  sensitivities: fields.describe('Only artifacts of these sensitivity levels.'),
  senders: fields.describe('Only emails whose sender has one of these in the name or address.'),
  recipients: fields.describe('Only emails with one of these in the name or address of a recipient.'),
  attributes: z
    .record(field, z.array(field).min(1))
    .optional()
    .describe('Only artifacts that have one of these values for an attribute.'),
  source_prefix: field
    .optional()
    .describe('Only artifacts whose source id starts with this, for example a folder and a slash.'),
  since: field.optional().describe('Only artifacts from this time or later, ISO 8601.'),
  until: field.optional().describe('Only artifacts from before this time, ISO 8601.'),
};

/** The arguments as a client gives them. */
export type FilterInput = { readonly [K in keyof typeof FILTER_INPUT]?: z.infer<(typeof FILTER_INPUT)[K]> };

/** The store's filter for the arguments. */
export function filterOf(input: FilterInput): ArtifactFilter {
  return {
    artifactTypes: input.artifact_types,
    sourceSystems: input.source_systems,
    sensitivities: input.sensitivities,
    senders: input.senders,
    recipients: input.recipients,
    attributes: input.attributes,
    sourceIdPrefix: input.source_prefix,
    since: input.since,
    until: input.until,
  };
}
