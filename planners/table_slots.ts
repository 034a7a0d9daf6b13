import type { Message } from '../cassettes/llm.ts';
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import { askUntilRead, type ChatSettings, PlanFailure, type Reader } from './ask_until_read.ts';
import type { Start } from './planner.ts';
import type { Slots } from './prompts.ts';

export const TABLE_SLOTS = ['objects', 'state', 'task'] as const;

type TableView = Pick<Start<TabletopObservation>, 'instruction' | 'observation'>;

export function tableSlots({ instruction, observation }: TableView): Record<(typeof TABLE_SLOTS)[number], string> {
  const objects = [...observation.blocks, 'table'].join(', ');
  return { objects, state: stateText(observation), task: instruction };
}

/** OLP, section V-B: "a textual description of the state". */
export function stateText({ states, facts }: Pick<TabletopObservation, 'states' | 'facts'>): string {
  const held = facts.find(([predicate, first]) => predicate === 'in' && first === 'hand')?.[2] ?? 'air';
  return [
    ...states.map(({ object, states }) => `- ${states.map((state) => sentence(object, state)).join('; ')}`),
    `- The hand ${held === 'air' ? 'is empty' : `holds ${held}`}`,
  ].join('\n');
}

function sentence(object: string, state: string): string {
  if (state === 'in hand') return `${object} is in the hand`;
  const [relation, other = ''] = state.split(' ');
  const [upper, lower] = relation === 'on' ? [object, other] : [other, object];
  return `${upper} lies on ${lower === 'table' ? 'the table' : lower}`;
}

type Question<V> = Readonly<{
  chat: readonly Message[];
  prompt: string;
  purpose?: string;
  slots?: Slots;
  read: Reader<V>;
}>;

export async function askAtTable<V>(
  start: Start<TabletopObservation>,
  { chat: before, prompt, purpose = prompt, slots, read }: Question<V>,
  settings: ChatSettings,
): Promise<Readonly<{ value: V; chat: readonly Message[] }>> {
  const content = start.prompts.render(prompt, { ...tableSlots(start), ...slots });
  const question = { chat: [...before, { role: 'user', content } as const], purpose, read };
  const { chat, reading } = await askUntilRead(start, question, settings);
  if (!reading.ok) throw new PlanFailure(reading.failure);
  return { value: reading.value, chat };
}
