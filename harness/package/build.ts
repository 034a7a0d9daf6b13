/** `npm run build`: compiles the package into `dist/`, with the files that it reads. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist');

/** The pages read `results/baseline` beside `dist/`. */
const PARTS = ['harness', 'planners', 'envs', 'cassettes', 'results/references', 'results/planbench'];

const OMITTED =
  /(^|\/)(testing|bench|fuzz|golden|conformance\.json|draws\.json)$|\.(md|png|part|lock|held|tmp)$|^\.|^harness\/package\/(node|older_nodes|tapedeck\.js|tsconfig\.json)$/;

/** Examples keep their sources without their tests, except `tests/`. */
const EXAMPLE_FILES = /^harness\/package\/examples\/(?!(?!tests\/).*_test\.ts$)/;

const SINCE_NODE_20 = join(DIST, 'harness/package/since_node_20.js');

const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const EXPORTED = Object.values<string>(MANIFEST.exports)
  .filter((file) => file.endsWith('.js'))
  .map((file) => join(ROOT, file));

rmSync(DIST, { recursive: true, force: true });
compile();
for (const part of PARTS) copyFilesRead(part);
writeManifest();
const threads = filesIn(DIST, '.js').flatMap(nameCompiledModules);
for (const entry of new Set([join(DIST, 'harness/main.js'), ...EXPORTED, ...threads])) importPolyfillsFirst(entry);
removeUnreachedTypes();

function compile(): void {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(ROOT, 'harness/package')], { stdio: 'inherit' });
}

function copyFilesRead(part: string): void {
  cpSync(join(ROOT, part), join(DIST, part), {
    recursive: true,
    filter(source) {
      const path = relative(ROOT, source).replaceAll(sep, '/');
      return EXAMPLE_FILES.test(path) || (!OMITTED.test(path) && !path.endsWith('.ts'));
    },
  });
}

/** For `code_version.ts`; `type` makes the files modules. */
function writeManifest(): void {
  const { name, version, type } = MANIFEST;
  writeFileSync(join(DIST, 'package.json'), `${JSON.stringify({ name, version, type })}\n`);
}

/** Renames `.ts` to `.js` in URLs, such as those of threads. */
function nameCompiledModules(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const modules: string[] = [];
  const renamed = text.replace(/\bnew URL\('(\.[^']*)\.ts', import\.meta\.url\)/g, (_, name: string) => {
    const module = join(dirname(file), `${name}.js`);
    if (!existsSync(module))
      throw new Error(`${file} names "${name}.ts", which was not compiled: add it to harness/package/tsconfig.json`);
    modules.push(module);
    return `new URL('${name}.js', import.meta.url)`;
  });
  if (modules.length > 0) writeFileSync(file, renamed);
  return modules;
}

function importPolyfillsFirst(entry: string): void {
  const specifier = `./${relative(dirname(entry), SINCE_NODE_20).replaceAll(sep, '/')}`;
  const text = readFileSync(entry, 'utf8');
  const at = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  writeFileSync(entry, `${text.slice(0, at)}import '${specifier}';\n${text.slice(at)}`);
}

function removeUnreachedTypes(): void {
  const reached = new Set(EXPORTED.map((file) => file.replace(/\.js$/, '.d.ts')));
  // The loop also visits the entries that it adds.
  for (const file of reached) {
    const imports = readFileSync(file, 'utf8').matchAll(/\b(?:from |import |import\()['"](\.[^'"]+)\.[jt]s['"]/g);
    for (const [, name] of imports) reached.add(join(dirname(file), `${name}.d.ts`));
  }
  for (const file of filesIn(DIST, '.d.ts')) if (!reached.has(file)) rmSync(file);
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));
}
