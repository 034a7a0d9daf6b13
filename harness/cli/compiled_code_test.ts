import module from 'node:module';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { PLACES } from '../io/places.ts';
import { enableCompileCache } from './compiled_code.ts';

const permitted = (folder: string) => ({
  has: (scope: string, reference = '') => scope === 'fs.write' && reference.startsWith(folder),
});

describe('enableCompileCache()', () => {
  let enabled: MockInstance<typeof module.enableCompileCache>;
  beforeEach(() => {
    enabled = vi
      .spyOn(module, 'enableCompileCache')
      .mockReturnValue({ status: module.constants.compileCacheStatus.ENABLED });
  });

  it.each([
    ['is not confined: among the packages', undefined, `${PLACES.root}node_modules/.cache/tapedeck`],
    ['is confined: below what it may write', permitted(`${PLACES.root}results`), `${PLACES.root}results/.compiled`],
  ])('names a folder, for this thread and those to come, to a run that %s', (_, permission, folder) => {
    const environment = {};
    enableCompileCache(environment, permission);
    expect(environment).toEqual({ NODE_COMPILE_CACHE: folder });
    expect(enabled).toHaveBeenCalledExactlyOnceWith(folder);
  });

  it('names none to a run that may not write there', () => {
    const environment = {};
    enableCompileCache(environment, permitted('/elsewhere'));
    expect(environment).toEqual({});
    expect(enabled).not.toHaveBeenCalled();
  });

  it('leaves the user’s own as it is', () => {
    const environment = { NODE_COMPILE_CACHE: '/mine' };
    enableCompileCache(environment, undefined);
    expect(environment).toEqual({ NODE_COMPILE_CACHE: '/mine' });
    expect(enabled).toHaveBeenCalledExactlyOnceWith('/mine');
  });
});
