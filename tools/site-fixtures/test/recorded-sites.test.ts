import { describe, expect, it } from 'vitest';
import { expectSameOrder, expectSameSite } from './compare-sites.js';
import { computeSite, fixtureNames, recordedSite } from './fixture-site.js';

describe.each(fixtureNames())('%s', (name) => {
  it('has the pages and the addresses that its generator gave it', () => {
    expectSameSite(name, computeSite(name), recordedSite(name));
  });

  it('says why a file is no page of the site', () => {
    const { leftOut, expected } = computeSite(name);
    expect(Object.fromEntries(leftOut)).toEqual(expected.leftOut);
  });

  it('has its pages in the order of its own links to the next page', () => {
    expectSameOrder(computeSite(name), recordedSite(name));
  });
});
