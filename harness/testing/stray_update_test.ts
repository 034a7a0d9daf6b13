import { expect, it } from 'vitest';
import { strayUpdate } from './stray_update.ts';

it.each(['run -u harness/testing/tidy/tidy_test.ts', 'run --update tidy -t x'])(
  'strayUpdate() tells of `%s`',
  (line) => {
    expect(strayUpdate(line.split(' '))).toMatch(/^"\S+" behind (-u|--update) would be read as the kind of update/);
  },
);

it.each(['run', 'run harness/testing/tidy/tidy_test.ts -u', 'run -u -t x', 'run --update all', 'run --update=all x'])(
  'strayUpdate() finds nothing wrong with `%s`',
  (line) => {
    expect(strayUpdate(line.split(' '))).toBeNull();
  },
);
