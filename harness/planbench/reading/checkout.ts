/**
 * A checkout of LLMs-Planning: its result files, and how its domains are put into words.
 *
 * @module
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { invalid } from '../../errors/failure.ts';

/** How a domain is put into words, by `configs/DOMAIN.yaml`. */
export type DomainConfig = {
  /** The domain in PDDL. */
  readonly domain: string;
  /** Action → words, with `{}` for an object. */
  readonly actions: Readonly<Record<string, string>>;
  readonly predicates: Readonly<Record<string, string>>;
  readonly objects: Readonly<Record<string, string>>;
  /** Facts about the kind of an object, which the words leave to its name: `truck t0`. */
  readonly kindsOf: (object: string) => readonly string[];
};

export type ResultFile = {
  /** Below the checkout. */
  readonly file: string;
  readonly domain: string;
  readonly model: string;
  readonly task: string;
};

const LAYOUT =
  'llm_planning_analysis/results/DOMAIN/MODEL/TASK.json, plan-bench/results/DOMAIN/MODEL/TASK.json, and configs/ and instances/ beside results/';
const TREES = ['llm_planning_analysis', 'plan-bench'];

const configSchema = z.object({
  domain_file: z.string(),
  actions: z.record(z.string(), z.string()).optional(),
  predicates: z.record(z.string(), z.string()).optional(),
  encoded_objects: z.record(z.string(), z.string()).optional(),
});

export class PlanBenchCheckout {
  readonly #folder: string;
  readonly files: readonly ResultFile[];

  constructor(folder: string) {
    this.#folder = folder;
    this.files = TREES.flatMap((tree) => globSync(`${tree}/results*/*/{*,}/*.json`, { cwd: folder }))
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .map(resultFile);
    if (this.files.length === 0) {
      throw invalid(`${folder} is no checkout of LLMs-Planning: expected ${LAYOUT}`);
    }
  }

  read(file: string): unknown {
    return JSON.parse(readFileSync(join(this.#folder, file), 'utf8'));
  }

  /** Null where the domain has no words of its own. */
  config({ file, domain }: ResultFile): DomainConfig | null {
    const tree = file.split('/')[0]!;
    const path = join(this.#folder, tree, 'configs', `${domain}.yaml`);
    if (!existsSync(path)) return null;
    const { domain_file, actions, predicates, encoded_objects } = configSchema.parse(parse(readFileSync(path, 'utf8')));
    if (actions === undefined || predicates === undefined || encoded_objects === undefined) return null;
    const pddl = join(this.#folder, tree, 'instances', domain_file);
    if (!existsSync(pddl)) return null;
    return { domain: readFileSync(pddl, 'utf8'), actions, predicates, objects: encoded_objects, kindsOf };
  }
}

function resultFile(file: string): ResultFile {
  const parts = file.split('/');
  const model = parts.length > 4 ? parts.at(-2)! : 'unnamed';
  return { file, domain: parts[2]!, model, task: parts.at(-1)!.replace(/\.json$/, '') };
}

/** Logistics has them in the name alone. */
const KINDS: Readonly<Record<string, string>> = { p: 'obj', t: 'truck', a: 'airplane', l: 'location', c: 'city' };

function kindsOf(object: string): string[] {
  const kind = KINDS[object[0]!];
  return kind === undefined || !/^[a-z]\d/.test(object) ? [] : [`${kind} ${object}`];
}
