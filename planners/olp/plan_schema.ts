import { z } from 'zod';
import { isName } from '../foon/names.ts';

/** Ours, beyond a reply of the default length. */
const STEPS_MAX = 200;
const OBJECTS_MAX = 100;
const STATES_MAX = 20;
const CHARACTERS_MAX = 200;

const error = `a name, of at most ${CHARACTERS_MAX} characters, without brackets, braces, commas and control characters`;
/** Valid anywhere in a FOON. */
const Name = z
  .string({ error })
  .trim()
  .max(CHARACTERS_MAX, { error })
  .refine((name) => isName(name, 'object') && isName(name, 'ingredient'), { error });
const StateText = z
  .string({ error: 'the text of a state' })
  .trim()
  .max(CHARACTERS_MAX)
  .refine((state) => isName(state, 'object'), {
    error: 'the text of a state, without brackets and control characters',
  });
const SeveralStates = StateText.transform((state) => state.split(/,\s*(?=(?:on|in|under)\b)/i));
const States = z.union([SeveralStates, z.array(StateText).max(STATES_MAX)], { error: 'a list of states' });

const ObjectStates = z.object({ preconditions: States.default([]), effects: States });

const Step = z.object({
  action: Name,
  required_objects: z.array(Name).max(OBJECTS_MAX).default([]),
  object_states: z
    .record(Name, ObjectStates, { error: 'an object with the states of each required object' })
    .refine((states) => Object.keys(states).length > 0, { error: 'the states of at least one object' })
    .refine((states) => Object.keys(states).length <= OBJECTS_MAX, { error: `at most ${OBJECTS_MAX} objects` }),
  instruction: z.string().max(1000).default(''),
});

export const PlanJson = z.object({
  all_objects: z.array(Name).max(OBJECTS_MAX).default([]),
  plan: z.array(Step, { error: 'a list of steps' }).min(1, { error: 'at least one step' }).max(STEPS_MAX),
});

export type PlanJson = z.infer<typeof PlanJson>;
export type StepJson = PlanJson['plan'][number];
