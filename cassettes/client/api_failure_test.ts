import { expect, test } from 'vitest';
import { meaningOf } from './api_failure.ts';

const NEVER = { any: false, sameModel: false };
const OFTEN = { any: true, sameModel: true };
const OTHER_MODEL = { any: true, sameModel: false };

test.each([
  [null, 'ECONNREFUSED', 'unreachable', 'passing', 'passing'],
  [null, 'ENOTFOUND', 'unreachable', 'passing', 'passing'],
  [null, 'CERT_HAS_EXPIRED', 'unreachable', 'passing', 'passing'],
  [null, 'ECONNRESET', 'passing', 'passing', 'passing'],
  [null, 'EAI_AGAIN', 'passing', 'passing', 'passing'],
  [null, null, 'passing', 'passing', 'passing'],
  [400, null, 'refused', 'refused', 'refused'],
  [400, 'context_length_exceeded', 'too_long', 'too_long', 'too_long'],
  [400, 'content_filter', 'filtered', 'filtered', 'filtered'],
  [401, null, 'key', 'key', 'key'],
  [402, null, 'credit', 'credit', 'credit'],
  [403, null, 'key', 'key', 'refused'],
  [404, 'model_not_found', 'place', 'place', 'refused'],
  [405, null, 'place', 'place', 'refused'],
  [408, null, 'passing', 'passing', 'passing'],
  [409, null, 'passing', 'passing', 'passing'],
  [422, null, 'refused', 'refused', 'refused'],
  [429, 'rate_limit_exceeded', 'passing', 'passing', 'passing'],
  [429, 'insufficient_quota', 'credit', 'credit', 'credit'],
  [500, null, 'passing', 'passing', 'passing'],
  [503, null, 'passing', 'passing', 'passing'],
])('meaningOf() a failure with status %s and code %s', (status, code, first, elsewhere, later) => {
  const failure = { status, code };
  expect([NEVER, OTHER_MODEL, OFTEN].map((before) => meaningOf(failure, before))).toEqual([first, elsewhere, later]);
});
