/**
 * A checkout of LLMs-Planning: its result files, and how its domains are put into words.
 *
 * @module
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { invalid } from '../../../io/errors/failure.ts';

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

const configSchema = z.object({
  domain_file: z.string(),
  instance_dir: z.string(),
  instances_template: z.string(),
  actions: z.record(z.string(), z.string()).optional(),
  predicates: z.record(z.string(), z.string()).optional(),
  encoded_objects: z.record(z.string(), z.string()).optional(),
});
type Config = z.infer<typeof configSchema>;

export class PlanBenchCheckout {
  readonly #folder: string;
  readonly #configs = new Map<string, Config | null>();
  readonly files: readonly ResultFile[];

  constructor(folder: string) {
    this.#folder = folder;
    this.files = globSync('{llm_planning_analysis,plan-bench}/results*/*/{*,}/*.json', { cwd: folder })
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .map(resultFile);
    if (this.files.length === 0) throw invalid(`${folder} is no checkout of LLMs-Planning: expected ${LAYOUT}`);
  }

  read(file: string): unknown {
    return JSON.parse(readFileSync(join(this.#folder, file), 'utf8'));
  }

  /** Null where the domain has no words of its own. */
  config(file: ResultFile): DomainConfig | null {
    const { domain_file, actions, predicates, encoded_objects: objects } = this.#config(file) ?? {};
    const domain = this.#instanceText(file, domain_file);
    if (domain === null || actions === undefined || predicates === undefined || objects === undefined) return null;
    return { domain, actions, predicates, objects, kindsOf };
  }

  /** Domain and problem of an instance in PDDL, by which its answers were judged; null where they are missing. */
  instance(file: ResultFile, id: number): { readonly domain: string; readonly problem: string } | null {
    const config = this.#config(file);
    const domain = this.#instanceText(file, config?.domain_file);
    const name = config?.instances_template.replace('{}', String(id));
    const problem = this.#instanceText(file, `${config?.instance_dir}/${name}`);
    return domain === null || problem === null ? null : { domain, problem };
  }

  #config({ file, domain }: ResultFile): Config | null {
    const path = join(this.#folder, file.split('/')[0]!, 'configs', `${domain}.yaml`);
    let config = this.#configs.get(path);
    if (config === undefined) {
      config = existsSync(path) ? configSchema.parse(parse(readFileSync(path, 'utf8'))) : null;
      this.#configs.set(path, config);
    }
    return config;
  }

  #instanceText({ file }: ResultFile, name: string | undefined): string | null {
    const path = join(this.#folder, file.split('/')[0]!, 'instances', name ?? '');
    return name !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : null;
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
