import { expect, test } from 'vitest';
import { meaningOf } from './api_failure.ts';

const NEVER = { any: false, sameModel: false };
const OFTEN = { any: true, sameModel: true };
const OTHER_MODEL = { any: true, sameModel: false };

test.each([
  [null, 'ECONNREFUSED', 'unreachable', 'transient', 'transient'],
  [null, 'ENOTFOUND', 'unreachable', 'transient', 'transient'],
  [null, 'CERT_HAS_EXPIRED', 'unreachable', 'transient', 'transient'],
  [null, 'ECONNRESET', 'transient', 'transient', 'transient'],
  [null, 'EAI_AGAIN', 'transient', 'transient', 'transient'],
  [null, null, 'transient', 'transient', 'transient'],
  [400, null, 'refused', 'refused', 'refused'],
  [400, 'context_length_exceeded', 'too_long', 'too_long', 'too_long'],
  [400, 'content_filter', 'filtered', 'filtered', 'filtered'],
  [401, null, 'key', 'key', 'key'],
  [402, null, 'credit', 'credit', 'credit'],
  [403, null, 'key', 'key', 'refused'],
  [404, 'model_not_found', 'address', 'address', 'refused'],
  [405, null, 'address', 'address', 'refused'],
  [408, null, 'transient', 'transient', 'transient'],
  [409, null, 'transient', 'transient', 'transient'],
  [422, null, 'refused', 'refused', 'refused'],
  [429, 'rate_limit_exceeded', 'transient', 'transient', 'transient'],
  [429, 'insufficient_quota', 'credit', 'credit', 'credit'],
  [500, null, 'transient', 'transient', 'transient'],
  [503, null, 'transient', 'transient', 'transient'],
])('meaningOf() a failure with status %s and code %s', (status, code, first, elsewhere, later) => {
  const failure = { status, code };
  expect([NEVER, OTHER_MODEL, OFTEN].map((before) => meaningOf(failure, before))).toEqual([first, elsewhere, later]);
});
