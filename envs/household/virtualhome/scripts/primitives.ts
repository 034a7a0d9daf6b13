import type { Action } from '../../../env.ts';
import { PAPER_RULES } from '../../rules/rules.ts';
import type { House } from '../../scene/house.ts';
import { ScriptReader, scriptLine } from './script_line.ts';

/** LLM-State's nine primitives. VirtualHome has no `[WAIT]`. */
export const SCRIPT_ACTIONS: ReadonlyMap<string, string> = new Map([
  ['move', 'WALK'],
  ['pickup', 'GRAB'],
  ['placein', 'PUTIN'],
  ['placeon', 'PUTBACK'],
  ['open', 'OPEN'],
  ['close', 'CLOSE'],
  ['switchon', 'SWITCHON'],
  ['switchoff', 'SWITCHOFF'],
  ['wait', 'WAIT'],
]);

type Primitive = Readonly<{ verb: string; primitive: string; arity: number }>;

export class PrimitiveScript {
  readonly #house: House;
  readonly #reader: ScriptReader<Primitive>;

  constructor(house: House) {
    const actions = [...SCRIPT_ACTIONS].map(
      ([primitive, verb]) => [verb, { verb, primitive, arity: PAPER_RULES.get(primitive)!.arity }] as const,
    );
    const indexOf = new Map(house.nodes.map(({ id }, index) => [id, index]));
    this.#house = house;
    this.#reader = new ScriptReader(new Map(actions), { nodes: house.nodes, indexOf });
  }

  /** Throws a ScriptLineError. */
  action(line: string): Action {
    const { action, first, second } = this.#reader.read(line);
    const nodes = [first, second].slice(0, action.arity);
    return { verb: action.primitive, args: nodes.map((node) => this.#house.names[node]!) };
  }

  /** Null for an unknown verb, arity or name. */
  line({ verb, args }: Action): string | null {
    const action = SCRIPT_ACTIONS.get(verb);
    const nodes = args.map((name) => this.#house.indexOf.get(name));
    const arity = PAPER_RULES.get(verb)?.arity;
    if (action === undefined || arity !== args.length || nodes.includes(undefined)) return null;
    return scriptLine(action, ...nodes.map((node) => this.#house.nodes[node as number]!));
  }
}
