/**
 * A cut before the goal: operators of which every plan contains one, none of them without cost.
 *
 * Follows Helmert and Domshlak 2009. Draw an edge from each operator's supporter to each fact that it adds. The facts
 * that lead to the goal by operators that cost nothing are the plateau. The operators that lead into it from where one
 * gets from the facts that hold, without the plateau and without such operators, are the cut.
 *
 * Departs from it in how the operators are found: the paper goes forward from the facts that hold, through most of the
 * task; here one goes backward from the plateau. A fact cheaper than the goal has a cheapest way to it, which cannot
 * touch the plateau, where everything costs what the goal does or more, so that nothing needs to be looked at before it.
 * Only to a dearer fact a way must be searched. The cuts are the same.
 *
 * @module
 */
import { type HMaxCosts, NO_SUPPORTER } from './h_max_costs.ts';
import type { RelaxedTask } from './relaxed_task.ts';

export class LandmarkCut {
  /** The operators of the cut found last, as many as `find` said. */
  readonly operators: Int32Array;
  readonly #task: RelaxedTask;
  readonly #facts: HMaxCosts;
  /** Marks hold the number of the round in which they were made, so that none has to be taken away. */
  #round = 0;
  readonly #inPlateau: Int32Array;
  /** Operators that add a fact of the plateau, at a cost. */
  readonly #enters: Int32Array;
  /** Facts to which one gets without the plateau; and facts to which one does not. */
  readonly #isBefore: Int32Array;
  readonly #isBeyond: Int32Array;
  /** Facts to look at: of the plateau, then of a way. */
  readonly #list: Int32Array;

  constructor(task: RelaxedTask, facts: HMaxCosts) {
    this.#task = task;
    this.#facts = facts;
    this.operators = new Int32Array(task.costs.length);
    this.#inPlateau = new Int32Array(task.factCount);
    this.#enters = new Int32Array(task.costs.length);
    this.#isBefore = new Int32Array(task.factCount);
    this.#isBeyond = new Int32Array(task.factCount);
    this.#list = new Int32Array(task.factCount);
  }

  /** Finds the cut for the costs as they stand, where the goal costs something; the number of its operators. */
  find(): number {
    this.#startRound();
    const { costs, supporters, supporterCosts } = this.#facts;
    const { operators } = this;
    const goalCost = costs[this.#task.goal] as number;
    const entering = this.#listEntering();
    let size = 0;
    for (let i = 0; i < entering; i++) {
      const operator = operators[i] as number;
      const supporter = supporters[operator] as number;
      if (this.#inPlateau[supporter] === this.#round) continue;
      const isCheap = (supporterCosts[operator] as number) < goalCost;
      if (isCheap || this.#canBeReached(supporter, goalCost)) operators[size++] = operator;
    }
    return size;
  }

  #startRound(): void {
    this.#round++;
    if (this.#round < 2 ** 31) return;
    this.#round = 1;
    for (const marks of [this.#inPlateau, this.#enters, this.#isBefore, this.#isBeyond]) marks.fill(0);
  }

  /** Marks the plateau, lists the operators that lead into it at a cost, and gives their number. */
  #listEntering(): number {
    const { goal, achievers } = this.#task;
    const { supporters, operatorCosts } = this.#facts;
    const { operators } = this;
    const [round, inPlateau, enters, plateau] = [this.#round, this.#inPlateau, this.#enters, this.#list];
    let entering = 0;
    let found = 1;
    plateau[0] = goal;
    inPlateau[goal] = round;
    for (let next = 0; next < found; next++) {
      const fact = plateau[next] as number;
      const end = achievers.start[fact + 1] as number;
      for (let i = achievers.start[fact] as number; i < end; i++) {
        const operator = achievers.items[i] as number;
        const supporter = supporters[operator] as number;
        if (supporter === NO_SUPPORTER || inPlateau[supporter] === round) continue;
        if (operatorCosts[operator] === 0) {
          inPlateau[supporter] = round;
          plateau[found++] = supporter;
        } else if (enters[operator] !== round) {
          enters[operator] = round;
          operators[entering++] = operator;
        }
      }
    }
    return entering;
  }

  /** Whether a way from the facts that hold leads here, without the plateau and the operators that enter it. */
  #canBeReached(wanted: number, goalCost: number): boolean {
    const { achievers } = this.#task;
    const { supporters, supporterCosts } = this.#facts;
    const [round, isBefore, isBeyond, way] = [this.#round, this.#isBefore, this.#isBeyond, this.#list];
    const [inPlateau, enters] = [this.#inPlateau, this.#enters];
    if (isBefore[wanted] === round) return true;
    if (isBeyond[wanted] === round) return false;
    // All that is looked at counts as beyond while nothing better is known of it.
    let found = 1;
    way[0] = wanted;
    isBeyond[wanted] = round;
    for (let next = 0; next < found; next++) {
      const fact = way[next] as number;
      const end = achievers.start[fact + 1] as number;
      for (let i = achievers.start[fact] as number; i < end; i++) {
        const operator = achievers.items[i] as number;
        const supporter = supporters[operator] as number;
        if (supporter === NO_SUPPORTER || enters[operator] === round) continue;
        if (inPlateau[supporter] === round) continue;
        if ((supporterCosts[operator] as number) < goalCost || isBefore[supporter] === round) {
          for (let j = 0; j < found; j++) isBeyond[way[j] as number] = 0;
          isBefore[wanted] = round;
          return true;
        }
        if (isBeyond[supporter] === round) continue;
        isBeyond[supporter] = round;
        way[found++] = supporter;
      }
    }
    return false;
  }
}
