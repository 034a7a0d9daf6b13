import { describe, expect, it } from 'vitest';
import { PLACES } from '../files/places.ts';
import { keepCompiledCode } from './compiled_code.ts';

const permitted = (folder: string) => ({
  has: (scope: string, reference = '') => scope === 'fs.write' && reference.startsWith(folder),
});

describe('keepCompiledCode()', () => {
  it('names a folder that a confined run may write to', () => {
    const environment = {};
    keepCompiledCode(environment, permitted(`${PLACES.root}results`));
    expect(environment).toEqual({ NODE_COMPILE_CACHE: `${PLACES.root}results/.compiled` });
  });

  it.each([
    ['is not confined', undefined],
    ['may not write there', permitted('/elsewhere')],
  ])('names none to a run that %s', (_, permission) => {
    const environment = {};
    keepCompiledCode(environment, permission);
    expect(environment).toEqual({});
  });

  it('leaves the user’s own as it is', () => {
    const environment = { NODE_COMPILE_CACHE: '/mine' };
    keepCompiledCode(environment, permitted(`${PLACES.root}results`));
    expect(environment).toEqual({ NODE_COMPILE_CACHE: '/mine' });
  });
});
