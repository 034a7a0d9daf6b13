import { execFileSync } from 'node:child_process';
import { arch, platform } from 'node:os';
import { expect, it } from 'vitest';
import { isLong } from '../../testing/run_count.ts';
import { findChromium } from './chromium.ts';

it.skipIf(!isLong || platform() !== 'linux' || arch() !== 'x64')(
  'findChromium() unpacks one on a bare Linux with x64, at night',
  () => {
    const { executablePath, env } = findChromium({ PATH: '' })!;
    expect(executablePath).toContain('node_modules');
    const version = execFileSync(executablePath, ['--version'], { env: { ...process.env, ...env } });
    expect(version.toString()).toMatch(/^Chromium \d+\./);
  },
);
