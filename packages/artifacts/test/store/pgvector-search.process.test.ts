import { describe } from 'vitest';
import { describeSearch } from './contract/search-contract.js';
import { pgvectorPlaces } from './pgvector-place.js';

const makePlace = await pgvectorPlaces();

// Each query takes long in this server.
describe('PostgreSQL with pgvector', { timeout: 120_000 }, () => describeSearch(makePlace));
