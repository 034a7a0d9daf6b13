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
  readonly optimalLength: number | null;
};

export type DamagedAnswer = { readonly instance: number | null; readonly problem: string };

const plan = z.union([z.string(), z.array(z.string())]);
const single = z.object({
  instance_id: z.number(),
  query: z.string(),
  llm_raw_response: z.string().nullish(),
  extracted_llm_plan: z.unknown().optional(),
  ground_truth_plan: z.unknown().optional(),
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
const document = z.object({ instances: z.array(z.unknown()) });

/** The answers of a file, copies and answers never given included. Throws where the file is none of PlanBench's. */
export function storedAnswers(content: unknown): (StoredAnswer | DamagedAnswer)[] {
  return document.parse(content).instances.flatMap((instance): (StoredAnswer | DamagedAnswer)[] => {
    const talk = dialogue.safeParse(instance);
    if (talk.success) return dialogueAnswers(talk.data);
    const alone = single.safeParse(instance);
    if (alone.success) return [singleAnswer(alone.data)];
    const id = z.object({ instance_id: z.number() }).safeParse(instance);
    return [
      {
        instance: id.success ? id.data.instance_id : null,
        problem: z.prettifyError(alone.error).replaceAll('\n', '; '),
      },
    ];
  });
}

function singleAnswer(stored: z.infer<typeof single>): StoredAnswer {
  const correct = stored.llm_correct ?? stored.llm_correct_binary ?? stored.correct;
  const reference = planActions(stored.ground_truth_plan);
  return {
    instance: stored.instance_id,
    round: null,
    query: stored.query,
    answer: stored.llm_raw_response ?? '',
    published: typeof correct === 'boolean' ? correct : null,
    storedPlan: planActions(stored.extracted_llm_plan),
    optimalLength: reference === null || reference.length === 0 ? null : reference.length,
  };
}

/** One answer a round; the verdict is published for the last one. */
function dialogueAnswers({ instance_id, messages, act_correct, correct }: z.infer<typeof dialogue>): StoredAnswer[] {
  const query = messages.find(({ role }) => role === 'user')?.content ?? '';
  const answers = messages.filter(({ role }) => role === 'assistant');
  return answers.map(({ content }, round) => ({
    instance: instance_id,
    round,
    query,
    answer: content ?? '',
    published: round === answers.length - 1 ? (act_correct ?? correct ?? null) : null,
    storedPlan: null,
    optimalLength: null,
  }));
}

/** `(pick-up a)` → `pick-up a`; null for what is no list of actions. */
function planActions(stored: unknown): string[] | null {
  const read = plan.safeParse(stored);
  if (!read.success) return null;
  const text = typeof read.data === 'string' ? read.data : read.data.join('\n');
  const actions = [...text.matchAll(/\(([^()]*)\)/g)].map(([, action]) =>
    action!.trim().toLowerCase().split(/\s+/).join(' '),
  );
  return actions.length === 0 && text.trim() !== '' ? null : actions;
}
