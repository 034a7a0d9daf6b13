/**
 * Result files of LLMs-Planning, in all their forms.
 *
 * @module
 */
import { z } from 'zod';

/** One request and its answer, as a result file has them. */
export type StoredAnswer = {
  readonly instance: number;
  readonly round: number | null;
  readonly query: string;
  readonly answer: string;
  readonly published: boolean | null;
  /** As the file has it: PDDL actions; null where it stores none. */
  readonly storedPlan: readonly string[] | null;
  /** The stored plan has text besides its actions, which VAL refuses. */
  readonly besidePlan: boolean;
  /** The file counts how rightly the answer says that there is no plan. */
  readonly ofUnsolvable: boolean;
  readonly optimalLength: number | null;
};

export type DamagedAnswer = { readonly instance: number | null; readonly problem: string };

const plan = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))]);
const single = z.object({
  instance_id: z.number(),
  query: z.string(),
  llm_raw_response: z.string().nullish(),
  extracted_llm_plan: plan.nullish().catch(null),
  ground_truth_plan: plan.nullish().catch(null),
  llm_correct: z.boolean().nullish(),
  correct: z.union([z.boolean(), z.number()]).nullish(),
  llm_correct_binary: z.boolean().nullish(),
});
const dialogue = z.object({
  instance_id: z.number(),
  messages: z.array(z.object({ role: z.string(), content: z.string().nullable() })),
  act_correct: z.boolean().nullish(),
  correct: z.boolean().nullish(),
});
const document = z.object({ instances: z.array(z.looseObject({ instance_id: z.unknown() })) });

/** The answers of a file, copies and answers never given included. Throws where the file is none of PlanBench's. */
export function storedAnswers(content: unknown): (StoredAnswer | DamagedAnswer)[] {
  return document.parse(content).instances.flatMap((instance): (StoredAnswer | DamagedAnswer)[] => {
    const talk = dialogue.safeParse(instance);
    if (talk.success) return dialogueAnswers(talk.data);
    const alone = single.safeParse(instance);
    if (alone.success) return [singleAnswer(alone.data)];
    const { instance_id: id } = instance;
    const problem = z.prettifyError(alone.error).replaceAll('\n', '; ');
    return [{ instance: typeof id === 'number' ? id : null, problem }];
  });
}

function singleAnswer(stored: z.infer<typeof single>): StoredAnswer {
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
    ofUnsolvable: typeof stored.correct === 'number',
    optimalLength: planActions(stored.ground_truth_plan ?? '').length || null,
  };
}

/** One answer a round; the verdict is published for the last one. */
function dialogueAnswers({ instance_id, messages, act_correct, correct }: z.infer<typeof dialogue>): StoredAnswer[] {
  const query = messages.find(({ role }) => role === 'user')?.content ?? '';
  const answers = messages.filter(({ role }) => role === 'assistant');
  const nothing = { storedPlan: null, besidePlan: false, ofUnsolvable: false, optimalLength: null };
  return answers.map(({ content }, round) => {
    const published = round === answers.length - 1 ? (act_correct ?? correct ?? null) : null;
    return { instance: instance_id, round, query, answer: content ?? '', published, ...nothing };
  });
}

const ACTION = /\(([^()]*)\)/g;

/** `(pick-up a)` → `pick-up a` */
function planActions(text: string): string[] {
  return [...text.matchAll(ACTION)].map(([, action]) =>
    action!.replaceAll('\\', ' ').trim().toLowerCase().split(/\s+/).join(' '),
  );
}
