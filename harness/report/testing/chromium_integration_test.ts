import { execFileSync } from 'node:child_process';
import { arch, platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { findChromium } from './chromium.ts';

describe('findChromium()', () => {
  it('takes what CHROME names, and nothing else where that is not there', () => {
    expect(findChromium({ CHROME: process.execPath, PATH: '' })).toEqual({ executablePath: process.execPath, env: {} });
    expect(findChromium({ CHROME: '/nowhere/chrome' })).toBeNull();
  });

  it.skipIf(platform() !== 'linux' || arch() !== 'x64')(
    'has one where the system has none (Linux with x64 only)',
    () => {
      const { executablePath, env } = findChromium({ PATH: '' })!;
      expect(executablePath).toContain('node_modules');
      expect(execFileSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).toString()).toMatch(
        /^Chromium \d+\./,
      );
    },
  );
});
