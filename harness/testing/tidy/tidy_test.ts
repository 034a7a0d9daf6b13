import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { FILES, FOR_TESTS, importedFiles, importsOf, MODULES, sources } from '../source_tree.ts';

const WIDE_FOLDERS = /^harness\/testing\/(end_to_end|tidy|walkthroughs)\//;
const WIDE_TESTS = [
  'cassettes/testing/chaos_integration_test.ts',
  'cassettes/testing/credentials_test.ts',
  'cassettes/testing/hostile_replies_stress_test.ts',
  'envs/household/house_1_test.ts',
  'envs/household/household_properties_test.ts',
  'envs/household/houses_test.ts',
  'envs/household/robot_home_test.ts',
  'envs/tabletop/tabletop_contract_integration_test.ts',
  'envs/tabletop/tabletop_contract_test.ts',
  'envs/tabletop/tabletop_properties_test.ts',
  'envs/virtualhome/live_faults_integration_test.ts',
  'harness/interop/eai/published_figures_integration_test.ts',
  'harness/interop/planbench/testing/draw_answers_test.ts',
  'harness/interop/simulation/released_programs_integration_test.ts',
  'harness/package/examples/ci/compare_prompts_integration_test.ts',
  'harness/package/examples/python/llm_planner_integration_test.ts',
  'harness/package/exports/exports_test.ts',
  'harness/package/kit/readme_integration_test.ts',
  'harness/package/package_integration_test.ts',
  'harness/package/tapedeck_integration_test.ts',
  'harness/report/report_links_integration_test.ts',
  'harness/scale/testing/manifests_test.ts',
  'harness/scale/testing/sweep_chaos_integration_test.ts',
  'harness/tables/papers/replayed_tables_integration_test.ts',
  'planners/household_prompts_test.ts',
  'planners/llm_state/listings_test.ts',
  'planners/pddl/ground/ground_pddl_growth_test.ts',
  'planners/tabletop_prompts_test.ts',
];

const TOP_LEVEL = ['cassettes', 'envs', 'harness', 'planners', 'results'];

/** What a folder may import beside itself. More specific rules come first. */
const LAYERS: readonly (readonly [folder: string, allowed: readonly (string | RegExp)[]])[] = [
  ['planners/pddl/', []],
  ['planners/foon/', []],
  // A planner for a world knows only its observations.
  ['planners/', ['envs/env.ts', /^envs\/\w+\/observation\.ts$/, 'cassettes/llm.ts']],
  ['envs/', []],
  ['cassettes/', []],
  ['harness/', ['planners/', 'envs/', 'cassettes/']],
];

/** Outside package → its home. */
const HOMES: Readonly<Record<string, RegExp>> = {
  '@mujoco/mujoco': /^envs\/tabletop\/physics\/mujoco_physics\.ts$/,
  openai: /^(cassettes\/(client\/openai_client|endpoint\/openai_endpoint)|harness\/testing\/bench\/peers)\.ts$/,
  bullmq: /^harness\/scale\/redis_store\.ts$/,
  ioredis: /^harness\/scale\/redis_connection\.ts$/,
  canonicalize: /^cassettes\/wire\/exchange\.ts$/,
  'gpt-tokenizer': /^cassettes\/tokens\/token_count\.ts$/,
  '@dagrejs/dagre': /^harness\/report\/foon\/layout_graph\.ts$/,
  'jsonc-parser': /^envs\/checked_json\.ts$/,
  // The world and the planner have seeds of their own.
  'pure-rand': /^(envs\/random_numbers|planners\/random\/random)\.ts$/,
  'fast-png': /^envs\/virtualhome\/server\/picture\.ts$/,
  tinyqueue: /^(cassettes\/tokens\/token_count|planners\/(pddl\/queues|oracle\/(find_plan|find_rehearsed_plan)))\.ts$/,
  minisearch: /^planners\/olp\/rank_examples\.ts$/,
  stemmer: /^planners\/olp\/rank_examples\.ts$/,
  mustache: /^planners\/prompts\.ts$/,
  'csv-stringify': /^harness\/tables\/table\.ts$/,
  diff: /^harness\/(compare\/flips|report\/episode_moments)\.ts$/,
  '@stdlib/stats-base-dists-binomial-cdf': /^harness\/tables\/statistics\/significance\.ts$/,
  '@stdlib/stats-base-dists-normal-cdf': /^harness\/tables\/statistics\/significance\.ts$/,
  '@stdlib/stats-base-dists-normal-quantile': /^harness\/tables\/statistics\/significance\.ts$/,
  '@stdlib/stats-base-dists-signrank-cdf': /^harness\/tables\/statistics\/significance\.ts$/,
  'hyparquet-writer': /^harness\/run\/export_parquet\.ts$/,
  vega: /^harness\/tables\/figures\/figure\.ts$/,
  'vega-lite': /^harness\/tables\/figures\/figure\.ts$/,
  yaml: /^harness\/interop\/planbench\/checkout\.ts$/,
  yargs: /^harness\/cli\/(terminal\/command|command_parser|(author|evaluate|plans|tapes)\/\w+)\.ts$/,
  'fast-check': /\/kit\//,
  zod: /./,
  tapedeck: /^harness\/package\/examples\//,
};

const TEST_PACKAGES = [
  ...[
    'ajv',
    'vitest',
    '@arethetypeswrong/core',
    '@duckdb/node-api',
    'axe-core',
    'cbor-x',
    'fast-check',
    'libxml2-wasm',
  ],
  ...['marked', 'nock', 'oxc-parser', 'playwright-core', 'publint', 'recheck', 'yaml', 'zeromq'],
];

function isAtHome(file: string, name: string): boolean {
  if (TEST_PACKAGES.includes(name) && FOR_TESTS.has(file)) return true;
  const home = Object.hasOwn(HOMES, name) ? HOMES[name]! : /^$/;
  const isBeside = () => MODULES.some((other) => home.test(other) && dirname(other) === dirname(file));
  return home.test(file) || (FOR_TESTS.has(file) && isBeside());
}

function wrongImports(files: readonly string[], isWrong: (name: string, file: string) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(sources.get(file) ?? '')
      .filter((name) => isWrong(name, file))
      .map((name) => `${file} imports ${name}`),
  );
}

/** Files that may read the clock. */
const CLOCKS =
  /_bench\.ts$|^harness\/(testing\/(bench\/(bench|compare_commits|growth|peers)|mutants\/run_mutants)|run\/threads\/run_episodes|package\/kit\/check_planner\/load_planner|run\/tapes\/(live_client|run_simulator_recording|run_simulators)|cli\/(evaluate\/run|plans\/(motion|plan)|tapes\/(serve|sweep|worker)))\.ts$/;

const PDDL_PROCESSES = /^planners\/pddl\/plan\/(bounded_process|fast_downward|plan_(in_)?worker)\.ts$/;
const SIMULATOR_SOCKETS = /^envs\/coppeliasim\/wire\/request_socket\.ts$/;
const LINES_MAX = 450;
const FUNCTION_LINES_MAX = 60;
const FOLDER_FILES_MAX = 14;
const FOLDER_FOLDERS_MAX = 14;
const PRODUCT = MODULES.filter((file) => !FOR_TESTS.has(file));
const TESTS = MODULES.filter((file) => FOR_TESTS.has(file));
const linesOf = (file: string) => (sources.get(file) ?? '').split('\n').length - 1;
const linesIn = (files: readonly string[]) => files.reduce((sum, file) => sum + linesOf(file), 0);
const bytesIn = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + Buffer.byteLength(sources.get(file)!), 0);

const SIZES: readonly (readonly [what: string, size: number, most: number])[] = [
  ['modules of product code', PRODUCT.length, 560],
  ['lines of product code', linesIn(PRODUCT), 62_500],
  ['bytes of product code', bytesIn(PRODUCT), 2_640_000],
  ['lines of tests and their support', linesIn(TESTS), 57_000],
];

describe('the tree', () => {
  it('has the top level that its users wrote down', () => {
    const folders = new Set(FILES.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
    expect([...folders].sort()).toEqual(['.ci', ...TOP_LEVEL]);
  });

  it('names files in snake_case and after what is in them', () => {
    const wrong = MODULES.filter(
      (file) => !/^[a-z0-9_/]+(\/vitest\.config)?\.ts$/.test(file) || /\/(index|utils|types|helpers?)\.ts$/.test(file),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps a test beside the module that it tests', () => {
    const narrow = MODULES.filter((file) => file.endsWith('_test.ts') && !WIDE_FOLDERS.test(file));
    const lost = narrow.filter((file) => !FILES.includes(file.replace(/(_integration|_stress)?_test\.ts$/, '.ts')));
    expect(lost.sort()).toEqual(WIDE_TESTS.toSorted());
  });

  it('keeps files short', () => {
    expect(MODULES.filter((file) => linesOf(file) > LINES_MAX)).toEqual([]);
  });

  it(`holds at most ${FOLDER_FILES_MAX} modules a folder, tests and their support aside`, () => {
    const counts = Map.groupBy(PRODUCT, dirname);
    expect([...counts].filter(([, files]) => files.length > FOLDER_FILES_MAX).map(([folder]) => folder)).toEqual([]);
  });

  it.each(SIZES)('holds of %s %i, at most %i', (_, size, most) => {
    expect(size).toBeLessThanOrEqual(most);
  });

  it(`holds at most ${FOLDER_FOLDERS_MAX} folders a folder, beside planners/`, () => {
    const above = (file: string): string[] => (dirname(file) === '.' ? [] : [dirname(file), ...above(dirname(file))]);
    const folders = Map.groupBy(new Set(FILES.flatMap(above)), dirname);
    const wide = [...folders].filter(([folder, each]) => folder !== 'planners' && each.length > FOLDER_FOLDERS_MAX);
    expect(wide.map(([folder]) => folder)).toEqual([]);
  });

  it('keeps functions short', () => {
    const long = MODULES.filter((file) => !file.endsWith('_test.ts')).flatMap((file) => {
      const lines = (sources.get(file) ?? '').split('\n');
      return lines.flatMap((line, start) => {
        if (!/^(export )?(async )?function\b/.test(line)) return [];
        const length = lines.indexOf('}', start) - start + 1;
        return length > FUNCTION_LINES_MAX ? [`${file}:${start + 1} has ${length} lines`] : [];
      });
    });
    expect(long).toEqual([]);
  });
});

describe('modules', () => {
  it('import one way: harness → planners → contracts; envs, cassettes, pddl and foon only themselves', () => {
    const wrong = MODULES.flatMap((file) => {
      const [folder, allowed] = LAYERS.find(([prefix]) => file.startsWith(prefix)) ?? [dirname(file), []];
      const isAllowed = (target: string) =>
        allowed.some((rule) => (typeof rule === 'string' ? target.startsWith(rule) : rule.test(target)));
      return importedFiles(file)
        .filter((target) => !target.startsWith(folder) && !isAllowed(target))
        .map((target) => `${file} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('take no more than types from worlds, where they are planners', () => {
    const wrong = MODULES.filter((file) => file.startsWith('planners/')).filter((file) =>
      /^import (?!type\b)[^;]*from '[./]*\/envs\//m.test(sources.get(file) ?? ''),
    );
    expect(wrong).toEqual([]);
  });

  it('import each outside package in its one home', () => {
    const isOutside = (name: string) => !/^(\.|node:)/.test(name);
    const packageOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '';
    expect(wrongImports(MODULES, (name, file) => isOutside(name) && !isAtHome(file, packageOf(name)))).toEqual([]);
  });

  it('name built-in modules with node:', () => {
    const isBare = (name: string) => !name.startsWith('node:') && builtinModules.includes(name);
    expect(wrongImports(MODULES, isBare)).toEqual([]);
  });

  it('read no clock and draw no chance where a trace could see it', () => {
    const wrong = MODULES.filter((file) => !CLOCKS.test(file) && !file.endsWith('_test.ts')).filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bMath\.random\(/.test(sources.get(file) ?? ''),
    );
    expect(wrong).toEqual([]);
  });

  it('keep worlds and planners away from files, network and processes', () => {
    const outside = /^node:(fs|net|http|https|child_process|worker_threads|os|process|dgram|tls)(\/|$)/;
    const inside = PRODUCT.filter((file) => /^(envs|planners)\//.test(file));
    const confined = inside.filter((file) => !PDDL_PROCESSES.test(file) && !SIMULATOR_SOCKETS.test(file));
    expect(wrongImports(confined, (name) => outside.test(name))).toEqual([]);
  });
});

describe('package.json', () => {
  it('pins exact versions', () => {
    const manifests = FILES.filter((file) => /(^|\/)package\.json$/.test(file)).map((file) =>
      JSON.parse(readFileSync(join(PLACES.root, file), 'utf8')),
    );
    const versions = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    );
    // DuckDB counts its releases behind the version; two versions of one package have names of their own.
    const exact = /^(npm:[\w-]+@)?\d+\.\d+\.\d+(-r\.\d+)?$/;
    expect(versions.filter(([, version]) => !exact.test(String(version)))).toEqual([]);
  });

  it('lists every package that has a home, and only those with one', () => {
    const manifest = JSON.parse(readFileSync(join(PLACES.root, 'package.json'), 'utf8'));
    const homeless = Object.keys(manifest.dependencies).filter((name) => !Object.hasOwn(HOMES, name));
    expect(homeless).toEqual([]);
  });
});
