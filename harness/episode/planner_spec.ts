/** Reads `llm_state+states=false` and `cmd:python3 mine.py+depth=3`. */

import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { pathSegment } from '../../cassettes/disk/path_segment.ts';
import type { Planner } from '../../planners/planner.ts';
import { type PromptFile, type Prompts, promptSet } from '../../planners/prompts.ts';
import { sha256 } from '../io/digest.ts';
import { invalid, messageOf, suggestion, unknownName } from '../io/errors/failure.ts';
import { isBelow, namesIn, PLACES } from '../io/places.ts';
import { checkInputFile, readText } from '../io/read_text.ts';
import {
  namesProgram,
  type ProgramCommand,
  programPlanner,
  readProgramCommand,
} from './any_language/program_planner.ts';
import { serveOwnImports } from './own_imports.ts';
import { PLANNER_NAMES, plannerCalled } from './planners.ts';
import { WORLD_NAMES } from './worlds.ts';

const DEFAULT_PROMPTS = 'paper';

export type PromptChoice = Readonly<{ prompts: Prompts; files: readonly PromptFile[]; digest: string }>;

export function promptSetNames(planner: string): string[] {
  const folder = `${PLACES.planners}/${planner}/prompts`;
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

export function choosePrompts(planner: Planner, setOrPath: string | undefined): PromptChoice {
  if (Object.keys(planner.promptSlots).length === 0) {
    return { prompts: promptSet('none', [], {}), files: [], digest: sha256('') };
  }
  const set = setOrPath ?? DEFAULT_PROMPTS;
  const shipped = promptSetNames(planner.name);
  const folder = shipped.includes(set) ? `${PLACES.planners}/${planner.name}/prompts/${set}` : resolve(set);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    const hint =
      shipped.length === 0
        ? `name one with --prompts ${planner.name}=FOLDER`
        : `${suggestion(set, shipped)}known: ${shipped.join(', ')}`;
    throw invalid(`There is no prompt set of planner "${planner.name}" and no folder called "${set}"; ${hint}`);
  }
  const files = namesIn(folder, '.txt').map((prompt) => {
    const path = `${folder}/${prompt}.txt`;
    return { prompt, path, text: readText(path) };
  });
  const prompts = promptSet(basename(folder), files, planner.promptSlots);
  return { prompts, files, digest: sha256(files.map(({ prompt, text }) => `${prompt}\n${text}`).join('\n')) };
}

export type PlannerChoice = Readonly<{
  planner: Planner;
  options: Readonly<Record<string, unknown>>;
  /** Sorted options without defaults. */
  spec: string;
  promptsFolder?: string;
  program?: ProgramCommand;
}>;

export function foreignCode(text: string, folder: string): string | null {
  return namesProgram(text) ? text : plannerFile(text, folder);
}

export function refuseForeignCode(
  subject: string,
  { folder, planners, base }: { folder: string | null; planners: readonly string[]; base?: string },
): void {
  if (folder === null || isBelow(realpathSync('.'), realpathSync(folder))) return;
  const code = planners.flatMap((text) => foreignCode(text, base ?? folder) ?? []);
  if (code.length === 0) return;
  throw invalid(
    `${subject} lies outside the current folder and would run the code of its planners: ${code.map((each) => JSON.stringify(each)).join(', ')}. Read the code; if you trust it, add --allow-code`,
  );
}

function plannerFile(text: string, folder: string) {
  const [name = ''] = text.split('+');
  return isPath(name) ? resolve(folder, name) : null;
}

/** Paths are relative to `folder`. */
export async function choosePlanner(text: string, folder = '.'): Promise<PlannerChoice> {
  if (namesProgram(text)) return chooseProgram(text, folder);
  const [name = '', ...settings] = text.split('+');
  const file = plannerFile(text, folder);
  const planner = file === null ? await plannerCalled(name) : await plannerFrom(name, file);
  if (planner === null) throw unknownName('planner', name, PLANNER_NAMES);
  const given = Object.fromEntries(settings.map((setting) => readSetting(text, setting)));
  const parsed = planner.options.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'options'}: ${issue.message}`);
    throw invalid(`Cannot use planner "${text}": ${problems.join('; ')}. \`tapedeck list planners\` shows the options`);
  }
  const options = parsed.data as Record<string, unknown>;
  const defaults = planner.options.parse({}) as Record<string, unknown>;
  const changed = Object.keys(options).filter((key) => options[key] !== defaults[key]);
  const stem = basename(name).replace(/\.[mc]?[jt]s$/, '');
  const specName = isPath(name) && stem !== planner.name ? `${stem}.${planner.name}` : planner.name;
  const promptsFolder = file === null ? {} : { promptsFolder: join(dirname(file), 'prompts') };
  return { planner, options, spec: [specName, ...settingTexts(options, changed.sort())].join('+'), ...promptsFolder };
}

function chooseProgram(text: string, folder: string): PlannerChoice {
  const { command, settings } = readProgramCommand(text, folder);
  const given = settings.map((setting) => readSetting(text, setting));
  const options = Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)));
  const spec = [`cmd:${command.text}`, ...settingTexts(options, Object.keys(options))].join('+');
  if (pathSegment(spec).length > SPEC_LENGTH_MAX) {
    throw invalid(
      `Cannot use planner ${JSON.stringify(text)}: the command is too long for a file name; put it into a script`,
    );
  }
  const planner = programPlanner(spec, options, () => {
    throw new Error(`Planner "${spec}" is a program, which only a run starts`);
  });
  return { planner, options, spec, program: command };
}

const SPEC_LENGTH_MAX = 255;

/** A plus sign begins the next option, so 1e+21 becomes 1e21. */
function settingTexts(options: PlannerChoice['options'], keys: readonly string[]) {
  const valueText = (value: unknown) => (typeof value === 'number' ? String(value).replace('+', '') : String(value));
  return keys.map((key) => `${key}=${valueText(options[key])}`);
}

function isPath(name: string) {
  return name.startsWith('.') || name.startsWith('/') || /\.[mc]?[jt]s$/.test(name);
}

async function plannerFrom(path: string, file: string): Promise<Planner> {
  let module: { planner?: Planner };
  try {
    checkInputFile(file);
    refuseTypeScript(file);
    serveOwnImports();
    module = await import(pathToFileURL(file).href);
  } catch (cause) {
    throw invalid(`Cannot load planner "${path}": ${messageOf(cause)}${commonJsRemedy(cause)}`, { cause });
  }
  if (module.planner === undefined) {
    throw invalid(
      `Cannot use planner "${path}": ${basename(path)} must export \`planner\`, as \`tapedeck/planner\` describes`,
    );
  }
  const parsed = plannerSchema.safeParse(module.planner);
  if (parsed.success) return module.planner;
  const problems = parsed.error.issues.map(({ path: at, message }) => `planner.${at.join('.')}: ${message}`);
  throw invalid(`Cannot use planner "${path}": ${problems.join('; ')}; see \`tapedeck/planner\``);
}

function refuseTypeScript(file: string) {
  if (!/\.[mc]?ts$/.test(file) || process.features.typescript) return;
  throw new Error(
    `Node ${process.version} cannot read TypeScript; use Node 22.18 or newer, or write JavaScript (.mjs), as \`tapedeck init planner\` does`,
  );
}

function commonJsRemedy(error: unknown) {
  if (!(error instanceof SyntaxError) || !/outside a module$|^Unexpected token 'export'$/.test(error.message))
    return '';
  // Node gives a path for CommonJS, else a URL.
  const [, module, ending] = /^(?!file:)([^\n]*)\.([jt]s):\d+\n/.exec(error.stack ?? '') ?? [];
  if (module === undefined) return '';
  const name = basename(module);
  return `; Node reads "${module}.${ending}" as CommonJS, as the nearest package.json says: name it "${name}.m${ending}", or set "type": "module" there`;
}

const plannerSchema = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/, { error: 'expected a name in snake_case' }),
  title: z.string(),
  summary: z.string(),
  worlds: z.union([z.literal('any'), z.array(z.enum(WORLD_NAMES)).min(1)]),
  privileged: z.custom((value) => typeof value === 'function', { error: 'expected a function of the options' }),
  options: z.custom<z.ZodType>((value) => typeof (value as Partial<z.ZodType> | null)?.safeParse === 'function', {
    error: 'expected a zod schema, such as z.strictObject({})',
  }),
  promptSlots: z.record(z.string(), z.array(z.string())),
  asksModel: z.boolean().optional(),
  plan: z.custom((value) => typeof value === 'function', { error: 'expected an async generator function' }),
});

function readSetting(text: string, setting: string): [string, unknown] {
  const at = setting.indexOf('=');
  if (at < 1) throw invalid(`Cannot read planner "${text}": expected key=value after "+", found "${setting}"`);
  return [setting.slice(0, at), readValue(setting.slice(at + 1))];
}

function readValue(text: string): boolean | number | string {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
