import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { PLACES } from '../../io/places.ts';

const run = promisify(execFile);

export type Packed = Readonly<{
  filename: string;
  size: number;
  unpackedSize: number;
  integrity: string;
  files: readonly Readonly<{ path: string; size: number }>[];
}>;

export type InstalledProject = Readonly<{ folder: string; tarball: string; packed: Packed }>;

export async function installedProject(folder: string): Promise<InstalledProject> {
  const { stdout } = await npm(['pack', '--json', '--pack-destination', folder], PLACES.root);
  const packed = packedIn(stdout);
  const project = join(folder, 'project');
  mkdirSync(project);
  await npm(['init', '-y'], project);
  const begun = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const manifest: Manifest = { ...begun, dependencies: { tapedeck: `file:../${packed.filename}` } };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lockOf(manifest, packed)));
  await npm(['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], project);
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) {
    symlinkSync(join(PLACES.root, 'node_modules', name), join(project, 'node_modules', name), 'dir');
  }
  return { folder: project, tarball: join(folder, packed.filename), packed };
}

/** npm 11 gives a list, npm 12 an object by name; scripts may have printed before. */
function packedIn(stdout: string): Packed {
  const value: Packed[] | Record<string, Packed> = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  const [packed] = Object.values(value);
  if (packed === undefined) throw new Error(`npm pack made nothing: ${stdout}`);
  return packed;
}

export function npm(args: readonly string[], cwd: string): Promise<{ stdout: string; stderr: string }> {
  const shell = process.platform === 'win32'; // npm is a batch file there
  return run('npm', [...args], { cwd, shell, maxBuffer: 2 ** 26 });
}

export function outsidePath(): string {
  const folders = String(process.env['PATH']).split(delimiter);
  return folders.filter((path) => !path.includes('node_modules')).join(delimiter);
}

type Manifest = Readonly<{ name: string; version: string; dependencies: Readonly<Record<string, string>> }>;

function lockOf({ name, version, dependencies }: Manifest, packed: Packed): unknown {
  const read = (file: string) => JSON.parse(readFileSync(join(PLACES.root, file), 'utf8'));
  type Lock = { lockfileVersion: number; packages: Record<string, { dev?: boolean; link?: boolean }> };
  const { lockfileVersion, packages }: Lock = read('package-lock.json');
  const broughtNodes = Object.keys(read('harness/package/node/package.json').optionalDependencies);
  const isNeeded = ([place, { dev, link }]: [string, Lock['packages'][string]]) =>
    place.startsWith('node_modules/') && !dev && !link && !broughtNodes.includes(place.slice('node_modules/'.length));
  const needed = Object.entries(packages).filter(isNeeded);
  const shipped = read('package.json');
  const { bin, engines, license } = shipped;
  const from = { version: shipped.version, resolved: dependencies['tapedeck'], integrity: packed.integrity };
  return {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: {
      '': { name, version, dependencies },
      ...Object.fromEntries(needed),
      'node_modules/tapedeck': { ...from, dependencies: shipped.dependencies, bin, engines, license },
    },
  };
}
