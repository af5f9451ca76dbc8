import { describe } from 'vitest';
import { describeTransfer } from './contract/transfer-contract.js';
import { pgvectorPlaces } from './pgvector-place.js';

const makePlace = await pgvectorPlaces();

// What pgvector does: it gives vectors back, and finds (pgvector-search.test.ts). The rest is the same as without it.
describe('PostgreSQL with pgvector', { timeout: 120_000 }, () => describeTransfer(makePlace));
