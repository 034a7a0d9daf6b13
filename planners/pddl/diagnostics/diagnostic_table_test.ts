import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_TABLE } from './diagnostic_table.ts';

const failures = (severity: string) =>
  new Set(
    Object.values(DIAGNOSTIC_TABLE)
      .filter((entry) => entry.severity === severity)
      .map(({ failure }) => failure),
  );

describe('DIAGNOSTIC_TABLE', () => {
  it('holds every kind once', () => {
    expect(Object.keys(DIAGNOSTIC_TABLE)).toHaveLength(99);
  });

  it('says of every error which failure it is, and of no warning', () => {
    expect(failures('invalid')).toEqual(new Set(['parse', 'schema']));
    expect(failures('warning')).toEqual(new Set([null]));
  });

  it('calls what is not supported a matter of schema', () => {
    expect(failures('unsupported')).toEqual(new Set(['schema']));
  });
});
