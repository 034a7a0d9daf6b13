import type { CheckedJson } from '../../../checked_json.ts';
import type { Action } from '../../../env.ts';
import { pickAction } from '../../kit/walk_by.ts';
import { Observer } from '../../observer.ts';
import { carryOut, PAPER_RULES } from '../../rules/rules.ts';
import { houseTables } from '../../scene/house.ts';
import { type Graph, houseOfGraph } from '../../scene/read_graph.ts';
import { HouseholdState, PAPER_OPTIONS } from '../../state/household_state.ts';
import { INSIDE, ON } from '../edge_table.ts';
import { graphScene } from '../graph_scene.ts';
import { PrimitiveScript } from '../scripts/primitives.ts';
import type { Defects } from '../virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../virtualhome_simulator.ts';

/** One walk in one scene graph. An action is carried out only where both accept it, so that the two stay comparable. */
export class BothProfiles {
  readonly #script: PrimitiveScript;
  readonly #observer: Observer;
  readonly #virtualhome: VirtualHomeSimulator;
  #paper: HouseholdState;

  constructor(graph: CheckedJson<Graph>, defects: Defects) {
    const house = houseOfGraph(graph, 'scene');
    const tables = houseTables(house, '');
    this.#script = new PrimitiveScript(house);
    this.#observer = new Observer(tables);
    this.#paper = new HouseholdState(tables, PAPER_OPTIONS);
    this.#virtualhome = new VirtualHomeSimulator(graphScene(graph), defects);
  }

  choose(choice: number): Action {
    return pickAction(this.#observer.observe(this.#paper), this.#paper.tables.house.names, choice);
  }

  act(action: Action): Readonly<{ paper: string | null; virtualhome: string | null }> {
    if (action.verb === 'wait') return { paper: null, virtualhome: null };
    const line = this.#virtualhome.read(this.#script.line(action) as string);
    const tried = this.#paper.clone();
    const rulebook = { rules: PAPER_RULES, indexOf: tried.tables.house.indexOf };
    const paper = carryOut(tried, action, rulebook)?.precondition ?? null;
    const virtualhome = this.#virtualhome.refusingPrecondition(line);
    if (paper === null && virtualhome === null) {
      this.#paper = tried;
      this.#virtualhome.execute(line);
    }
    return { paper, virtualhome };
  }

  facts({ verb, args }: Action) {
    const { house } = this.#paper.tables;
    const { state } = this.#virtualhome;
    const [thing = 0, target = 0] = args.map((name) => house.indexOf.get(name) as number);
    const idOf = (node: number) => house.nodes[node]?.id ?? -1;
    const nodeOf = (each: number) => state.tables.scene.indexOf.get(idOf(each)) as number;
    const graphId = (each: number) => state.tables.ids[each] ?? -1;
    const relation = verb === 'placein' ? 'INSIDE' : verb === 'placeon' ? 'ON' : null;
    const states = ['OPEN', 'CLOSED', 'ON', 'OFF'] as const;
    return {
      paper: {
        hands: [idOf(this.#paper.heldIn('right')), idOf(this.#paper.heldIn('left'))],
        room: idOf(this.#paper.robotRoom),
        states: states.filter((each) => this.#paper.is(thing, each)).join(),
        placed:
          relation === null ||
          (this.#paper.parentOf(thing) === target && this.#paper.liesOn(thing) === (relation === 'ON')),
      },
      virtualhome: {
        hands: [graphId(state.heldIn('right')), graphId(state.heldIn('left'))],
        room: graphId(state.roomOf(state.robot)),
        states: states.filter((each) => state.is(nodeOf(thing), each)).join(),
        placed: relation === null || state['edges'].has(nodeOf(thing), relation === 'ON' ? ON : INSIDE, nodeOf(target)),
      },
    };
  }
}
