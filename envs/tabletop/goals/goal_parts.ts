import type { GoalPart } from '../../world.ts';
import { factSentence } from '../table/fact.ts';
import type { Goal } from './goal.ts';

export function goalParts(goal: Goal): readonly GoalPart[] {
  switch (goal.kind) {
    case 'tower':
      return [{ text: `some stack has exactly ${goal.height} blocks` }];
    case 'spelling':
      return [{ text: `some stack reads ${goal.word} from top to bottom` }];
    case 'organize':
      return [{ text: 'the blocks of every letter are a stack of their own' }];
    case 'facts':
      return goal.facts.map((fact) => ({ text: factSentence(fact), condition: fact }));
  }
}
