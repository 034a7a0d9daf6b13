import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { memoize } from '../../../envs/memoize.ts';
import { invalid } from '../../io/errors/failure.ts';

export type DomainConfig = NonNullable<ReturnType<PlanBenchCheckout['config']>>;

export type ResultFile = Readonly<Record<'file' | 'domain' | 'model' | 'task', string>>;

const LAYOUT =
  'llm_planning_analysis/results/DOMAIN/MODEL/TASK.json, plan-bench/results/DOMAIN/MODEL/TASK.json, and configs/ and instances/ next to results/';

const templatesSchema = z.record(z.string(), z.string()).optional();
const configSchema = z.object({
  ...{ domain_file: z.string(), instance_dir: z.string(), instances_template: z.string() },
  ...{ actions: templatesSchema, predicates: templatesSchema, encoded_objects: templatesSchema },
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
      .map((file) => {
        const parts = file.split('/');
        const model = parts.length > 4 ? parts.at(-2)! : 'unnamed';
        return { file, domain: parts[2]!, model, task: parts.at(-1)!.replace(/\.json$/, '') };
      });
    if (this.files.length === 0) throw invalid(`"${folder}" is not a checkout of LLMs-Planning: expected ${LAYOUT}`);
  }

  /** Includes duplicates and empty answers. */
  answers({ file }: ResultFile): (StoredAnswer | DamagedAnswer)[] {
    const content = documentSchema.parse(JSON.parse(readFileSync(join(this.#folder, file), 'utf8')));
    return content.instances.flatMap(storedAnswers);
  }

  /** `kindsOf` returns facts that an object's name implies, such as `truck t0`. */
  config(file: ResultFile) {
    const { domain_file, actions, predicates, encoded_objects: objects } = this.#config(file) ?? {};
    const domain = this.#instanceText(file, domain_file);
    if (domain === null || actions === undefined || predicates === undefined || objects === undefined) return null;
    return { domain, actions, predicates, objects, kindsOf };
  }

  instance(file: ResultFile, id: number) {
    const config = this.#config(file);
    const domain = this.#instanceText(file, config?.domain_file);
    const name = config?.instances_template.replace('{}', String(id));
    const problem = this.#instanceText(file, `${config?.instance_dir}/${name}`);
    return domain === null || problem === null ? null : { domain, problem };
  }

  #config({ file, domain }: ResultFile): Config | null {
    const path = join(this.#folder, file.split('/')[0]!, 'configs', `${domain}.yaml`);
    return memoize(this.#configs, path, () =>
      existsSync(path) ? configSchema.parse(parse(readFileSync(path, 'utf8'))) : null,
    );
  }

  #instanceText({ file }: ResultFile, name: string | undefined): string | null {
    const path = join(this.#folder, file.split('/')[0]!, 'instances', name ?? '');
    return name !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : null;
  }
}

const LOGISTICS_KINDS: Readonly<Record<string, string>> = {
  p: 'obj',
  t: 'truck',
  a: 'airplane',
  l: 'location',
  c: 'city',
};

function kindsOf(object: string): string[] {
  const kind = LOGISTICS_KINDS[object[0]!];
  return kind === undefined || !/^[a-z]\d/.test(object) ? [] : [`${kind} ${object}`];
}

export type StoredAnswer = ReturnType<typeof singleAnswer> | ReturnType<typeof dialogueAnswers>[number];

export type DamagedAnswer = Readonly<{ instance: number | null; problem: string }>;

const planSchema = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))]);
const singleSchema = z.object({
  instance_id: z.number(),
  query: z.string(),
  llm_raw_response: z.string().nullish(),
  extracted_llm_plan: planSchema.nullish().catch(null),
  ground_truth_plan: planSchema.nullish().catch(null),
  llm_correct: z.boolean().nullish(),
  correct: z.union([z.boolean(), z.number()]).nullish(),
  llm_correct_binary: z.boolean().nullish(),
});
const dialogueSchema = z.object({
  instance_id: z.number(),
  messages: z.array(z.object({ role: z.string(), content: z.string().nullable() })),
  act_correct: z.boolean().nullish(),
  correct: z.boolean().nullish(),
});
const documentSchema = z.object({ instances: z.array(z.looseObject({ instance_id: z.unknown() })) });

function storedAnswers(instance: { readonly instance_id: unknown }): (StoredAnswer | DamagedAnswer)[] {
  const dialogue = dialogueSchema.safeParse(instance);
  if (dialogue.success) return dialogueAnswers(dialogue.data);
  const single = singleSchema.safeParse(instance);
  if (single.success) return [singleAnswer(single.data)];
  const { instance_id: id } = instance;
  const problem = z.prettifyError(single.error).replaceAll('\n', '; ');
  return [{ instance: typeof id === 'number' ? id : null, problem }];
}

function singleAnswer(stored: z.infer<typeof singleSchema>) {
  const correct = stored.llm_correct ?? stored.llm_correct_binary ?? stored.correct;
  const text = stored.extracted_llm_plan ?? null;
  const actions = text === null ? null : planActions(text);
  const besidePlan = text !== null && text.replaceAll(ACTION, '').trim() !== '';
  return {
    instance: stored.instance_id,
    round: null,
    query: stored.query,
    answer: stored.llm_raw_response ?? '',
    published: typeof correct === 'boolean' ? correct : null,
    storedPlan: besidePlan && actions?.length === 0 ? null : actions,
    besidePlan,
    /** A number in `correct` counts correct claims that there is no plan. */
    ofUnsolvable: typeof stored.correct === 'number',
    optimalLength: planActions(stored.ground_truth_plan ?? '').length || null,
  };
}

/** The published verdict applies to the last round. */
function dialogueAnswers(dialogue: z.infer<typeof dialogueSchema>) {
  const { instance_id: instance, messages, act_correct, correct } = dialogue;
  const query = messages.find(({ role }) => role === 'user')?.content ?? '';
  const answers = messages.filter(({ role }) => role === 'assistant');
  const noPlan = { storedPlan: null, besidePlan: false, ofUnsolvable: false, optimalLength: null };
  return answers.map(({ content }, round) => {
    const published = round === answers.length - 1 ? (act_correct ?? correct ?? null) : null;
    return { instance, round, query, answer: content ?? '', published, ...noPlan };
  });
}

const ACTION = /\(([^()]*)\)/g;

function planActions(text: string): string[] {
  return [...text.matchAll(ACTION)].map(([, action]) =>
    action!.replaceAll('\\', ' ').trim().toLowerCase().split(/\s+/).join(' '),
  );
}
