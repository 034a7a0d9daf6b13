/**
 * What the world is told: by a suite, and on the command line.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { envOptionsProblem, withEnvOptions } from './env_options.ts';

describe('withEnvOptions()', () => {
  it('puts settings on top of the suite’s, within options too', () => {
    const suite = { hands: 1, noise: { falseSuccess: 0.1 } };
    const options = withEnvOptions('household', suite, ['noise.missedDetection=0.2', 'perception=on_entry', 'hands=2']);
    expect(options).toEqual({ hands: 2, perception: 'on_entry', noise: { falseSuccess: 0.1, missedDetection: 0.2 } });
    expect(suite).toEqual({ hands: 1, noise: { falseSuccess: 0.1 } });
  });

  it.for([
    ['hands', 'expected KEY=VALUE'],
    ['=1', 'expected KEY=VALUE'],
    ['hands=3', 'hands: '],
    ['noise.missedDetection=2', 'noise.missedDetection: '],
    ['noise.rain=1', 'noise: '],
    ['__proto__.x=1', 'options: '],
    ['perception=sometimes', 'perception: '],
  ] as const)('refuses %s by name', ([setting, problem]) => {
    expect(() => withEnvOptions('household', {}, [setting])).toThrow(problem);
    expect(() => withEnvOptions('household', {}, [setting])).toThrow(`"${setting}"`);
  });
});

describe('envOptionsProblem()', () => {
  it('says where in the options of a suite a mistake is', () => {
    expect(envOptionsProblem('household', { noise: { falseSuccess: 'often' } })?.path).toEqual([
      'noise',
      'falseSuccess',
    ]);
    expect(envOptionsProblem('household', {})).toBeNull();
  });
});
