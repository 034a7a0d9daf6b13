/** Chromium for tests: `CHROME`, the system's own, or on Linux the headless shell of an npm package, unpacked once. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { PLACES } from '../../io/places.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** `env` adds to the environment. */
export type Chromium = Readonly<{ executablePath: string; env: Readonly<Record<string, string>> }>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Null without any; only Linux with x64 has the package. */
export function findChromium(environment: Environment = process.env): Chromium | null {
  const { CHROME: named = '' } = environment;
  if (named !== '') return existsSync(named) ? { executablePath: named, env: {} } : null;
  const path = systemChromium(environment);
  return path === null ? packedChromium() : { executablePath: path, env: {} };
}

function systemChromium({ PATH: path = '' }: Environment): string | null {
  const places = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

function packedChromium(): Chromium | null {
  if (platform() !== 'linux' || arch() !== 'x64') return null;
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const unpacked = join(PLACES.root, `node_modules/.tapedeck/chromium_${version}`);
  if (!existsSync(unpacked)) unpack(join(home, 'bin'), unpacked);
  const executablePath = join(unpacked, 'chromium');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(unpacked, 'fonts.conf') };
  const env = { LD_LIBRARY_PATH: join(unpacked, 'lib'), ...fonts };
  return starts({ executablePath, env }) ? { executablePath, env } : null;
}

/** Beside its place first, since several tests may unpack at once. */
function unpack(bin: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  const beside = mkdtempSync(`${place}.`);
  const unpacked = (name: string) => brotliDecompressSync(readFileSync(join(bin, name)));
  writeFileSync(join(beside, 'chromium'), unpacked('chromium.br'), { mode: 0o755 });
  for (const name of ['al2023.tar.br', 'fonts.tar.br'])
    execFileSync('tar', ['-x', '-C', beside], { input: unpacked(name) });
  // The package's own file names folders of a cloud service.
  writeFileSync(join(beside, 'fonts.conf'), `<fontconfig><dir>${place}/fonts</dir></fontconfig>\n`);
  try {
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { recursive: true });
    if (!existsSync(place)) throw error;
  }
}

function starts({ executablePath, env }: Chromium): boolean {
  try {
    execFileSync(executablePath, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
