import { graphTables, NONE } from './edge_table.ts';
import type { GraphScene } from './graph_scene.ts';
import { type ScriptNames, ScriptReader, type ScriptStep } from './scripts/script_line.ts';
import type { SimulatedStep, Simulator } from './scripts/simulator.ts';
import { type Defects, defectsBut } from './virtualhome_defects.ts';
import {
  type FailureMode,
  type GraphCondition,
  type GraphPrecondition,
  type GraphRule,
  VIRTUALHOME_RULES,
} from './virtualhome_rules.ts';
import { VirtualHomeState } from './virtualhome_state.ts';

type Check = Readonly<{
  argument: 0 | 1;
  condition: GraphCondition;
  failure: 'refused' | Exclude<FailureMode, 'ignored'>;
}>;

type CheckedRule = Omit<GraphRule, 'preconditions'> & { readonly checks: readonly Check[] };

export type GraphStep = ScriptStep<CheckedRule>;

/**
 * Executes script lines by the rules of VirtualHome's simulator (profile `virtualhome`).
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { graphScene, readGraph, VirtualHomeSimulator } from 'tapedeck/virtualhome';
 *
 * const nodes = [{ id: 2, class_name: 'fridge' }, { id: 3, class_name: 'character' }];
 * const scene = graphScene(readGraph(JSON.stringify({ nodes, edges: [] }), 'kitchen.json'));
 * const { message } = new VirtualHomeSimulator(scene).step('[TOUCH] <fridge> (2)');
 * assert.match(message ?? '', /not close to <fridge> \(2\)/);
 * ```
 */
export class VirtualHomeSimulator implements Simulator {
  readonly state: VirtualHomeState;
  readonly #reader: ScriptReader<CheckedRule>;
  #failedCheck: Check | null = null;

  constructor(scene: GraphScene, defects: Defects = defectsBut(), options: { readonly names?: ScriptNames } = {}) {
    this.state = new VirtualHomeState(graphTables(scene), defects);
    const rules = [...VIRTUALHOME_RULES].map(([verb, { preconditions, ...rule }]) => {
      return [verb, { ...rule, checks: preconditions.flatMap((each) => checkOf(each, defects)) }] as const;
    });
    this.#reader = new ScriptReader(new Map(rules), scene, options);
  }

  reset(): void {
    this.state.reset();
  }

  /** Throws a ScriptLineError. */
  read(line: string): GraphStep {
    return this.#reader.read(line);
  }

  execute(step: GraphStep): boolean {
    const { action, first } = step;
    const target = this.#target(step);
    if (!this.#runChecks(step, target)) return this.#failedCheck?.failure === 'success_without_effect';
    action.effect(this.state, first, target);
    return true;
  }

  refusingPrecondition(step: GraphStep): string | null {
    return this.#runChecks(step, this.#target(step)) ? null : (this.#failedCheck?.condition.name ?? null);
  }

  #runChecks({ action, first }: GraphStep, target: number): boolean {
    this.#failedCheck = null;
    for (const check of action.checks) {
      if (check.condition.holds(this.state, check.argument === 0 ? first : target, first)) continue;
      this.#failedCheck = check;
      if (check.failure !== 'noted') return false;
    }
    return true;
  }

  #target({ action, first, second }: GraphStep): number {
    return action.implied === undefined ? second : action.implied(this.state, first);
  }

  message(step: GraphStep): string | null {
    const check = this.#failedCheck;
    if (check === null || check.failure === 'silent') return null;
    const { state } = this;
    const { action, first, second } = step;
    const node = this.#subject(check, step);
    const { words } = check.condition;
    const text =
      typeof words === 'string'
        ? words.replace('ROBOT', state.label(state.robot)).replace('THING', () => state.label(node))
        : words(state, node);
    if (check.failure === 'raised') return text;
    const labels = [first, second].filter((each) => each !== NONE).map((each) => ` ${state.label(each)}`);
    return `${text} when executing "[${action.verb}]${labels.join('')} [1]"`;
  }

  #subject({ argument }: Check, step: GraphStep): number {
    return argument === 0 ? step.first : this.#target(step);
  }

  /** Even a success may have a message and a failed precondition; `about` is the id of the tested node. */
  executeAndExplain(step: GraphStep) {
    const ok = this.execute(step);
    const check = this.#failedCheck;
    return {
      ok,
      message: this.message(step),
      precondition: check?.condition.name ?? null,
      about: check === null ? null : this.#idOf(this.#subject(check, step)),
    };
  }

  step(line: string): SimulatedStep {
    const { ok, message } = this.executeAndExplain(this.read(line));
    const { state } = this;
    return {
      ok,
      message,
      rh: this.#idOf(state.heldIn('right')),
      lh: this.#idOf(state.heldIn('left')),
      room: this.#idOf(state.roomOf(state.robot)),
    };
  }

  #idOf(node: number): number | null {
    return node === NONE ? null : this.state.tables.ids[node]!;
  }
}

function checkOf({ argument, condition, ...modes }: GraphPrecondition, defects: Defects): Check[] {
  const hasDefect = modes.defect === undefined || defects[modes.defect];
  const failure = (hasDefect ? modes.failure : modes.otherwise) ?? 'refused';
  return failure === 'ignored' ? [] : [{ argument, condition, failure }];
}

export type ProgramRun = Readonly<ReturnType<typeof runProgram>>;

export function runProgram(simulator: VirtualHomeSimulator, steps: readonly GraphStep[]) {
  for (const [index, step] of steps.entries()) {
    const { ok, message, precondition } = simulator.executeAndExplain(step);
    if (!ok) return { executable: false, failedStep: index + 1, message, precondition };
  }
  return { executable: true, failedStep: null, message: null, precondition: null };
}
