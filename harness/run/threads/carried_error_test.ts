import { describe, expect, it } from 'vitest';
import { TapeMissError } from '../../../cassettes/cassette/replay.ts';
import { TapeError } from '../../../cassettes/disk/read_lines.ts';
import { LlmCallError } from '../../../cassettes/llm.ts';
import { CommandFailure, describeFailure } from '../../io/errors/failure.ts';
import { packError, unpackError } from './carried_error.ts';

function carried(thrown: unknown): Error {
  return unpackError(structuredClone(packError(thrown)));
}

describe('unpackError()', () => {
  it('restores the error of packError(), with its class and fields', () => {
    const miss = new TapeMissError('Cannot replay', {
      suite: 's',
      model: 'm',
      address: { task: 'a/b', trial: 1, key: 'k', occurrence: 1 },
      request: { url: '/v1/embeddings', body: { model: 'm', input: ['x'], encoding_format: 'float' } },
      purpose: 'retrieval',
    });
    for (const error of [miss, new LlmCallError('api_error', 'no answer'), new CommandFailure(4, 'limit')]) {
      const arrived = carried(error);
      expect(arrived).toBeInstanceOf(error.constructor);
      expect({ ...arrived }).toEqual({ ...error });
      expect([arrived.message, arrived.stack]).toEqual([error.message, error.stack]);
    }
  });

  it('keeps the description of errors that are recognized by name or field, and the stack of a defect', () => {
    const denied = Object.assign(new Error('EACCES: no'), { code: 'EACCES', syscall: 'open' });
    const [damaged, defect] = [new TapeError('bad', { path: 'p', line: 3 }), new TypeError('x is not a function')];
    for (const error of [damaged, denied, new CommandFailure(2, 'no'), defect])
      expect(describeFailure(carried(error))).toEqual(describeFailure(error));
  });

  it('omits values that cannot be cloned, and accepts any thrown value', () => {
    expect(carried(Object.assign(new Error('odd'), { code: 'E', call: () => {} }))).toMatchObject({ code: 'E' });
    expect(carried('just a text').message).toBe('just a text');
    expect(carried(undefined).message).toBe('undefined');
  });
});
