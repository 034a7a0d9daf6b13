/** Binds a goal to the blocks of a scene. */
import type { GoalStatus } from '../../env.ts';
import type { Arrangement } from '../table/arrangement.ts';
import type { CompiledGoal } from './compiled_goal.ts';
import { FactsGoal } from './facts_goal.ts';
import type { Goal } from './goal.ts';
import { OrganizeGoal } from './organize_goal.ts';
import { SpellingGoal } from './spelling_goal.ts';
import { TowerGoal } from './tower_goal.ts';

/** Throws a GoalError that names what is missing, where these blocks can never meet it. */
export function compileGoal(goal: Goal, blocks: readonly string[]): CompiledGoal {
  switch (goal.kind) {
    case 'tower':
      return new TowerGoal(goal.height, blocks);
    case 'spelling':
      return new SpellingGoal(goal.word, blocks);
    case 'organize':
      return new OrganizeGoal(blocks);
    case 'facts':
      return new FactsGoal(goal.facts, blocks);
  }
}

export function judge(goal: CompiledGoal, arrangement: Arrangement): GoalStatus {
  const { met, of } = goal.met(arrangement);
  return { success: met === of, share: met / of };
}
