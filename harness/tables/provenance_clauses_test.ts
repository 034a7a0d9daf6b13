import { expect, test } from 'vitest';
import { provenanceClauses } from './provenance_clauses.ts';

const WAY = { model: 'm', provider: 'P', channel: 'by hand', sampling: 'not applied' };

test('provenanceClauses() joins the days of one way of answering', () => {
  const days = ['2026-11-22', '2026-11-20', '2026-11-22'].map((answeredOn) => ({ ...WAY, answeredOn }));
  expect(provenanceClauses(days, 'm')).toEqual([
    'P, by hand, 2026-11-20 to 2026-11-22, sampling parameters not applied',
  ]);
  expect(provenanceClauses(days.slice(0, 1), 'm')).toEqual(['P, by hand, 2026-11-22, sampling parameters not applied']);
});

test('provenanceClauses() keeps other ways, other models and unknown days apart', () => {
  const clauses = provenanceClauses(
    [
      { ...WAY, answeredOn: '2026-11-22' },
      { ...WAY, answeredOn: 'unknown' },
      { ...WAY, answeredOn: '2026-11-23', model: 'm-2' },
    ],
    'm',
  );
  expect(clauses).toEqual([
    'P, by hand, 2026-11-22, sampling parameters not applied',
    'P, by hand, unknown, sampling parameters not applied',
    'm-2: P, by hand, 2026-11-23, sampling parameters not applied',
  ]);
});
