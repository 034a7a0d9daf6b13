import { expect, it } from 'vitest';
import { canCarryOut } from './can_carry_out.ts';
import { BlocksModel } from './testing/blocks_model.ts';
import { RehearsedBlocks } from './testing/rehearsed_blocks.ts';

const put = (block: string, on: string) => ({ verb: 'put', args: [block, on] });
const PLAN = [put('c', 'table'), put('b', 'c')];

it('canCarryOut() says whether nothing of a plan is refused, and asks no further than that', () => {
  const model = new BlocksModel(['abc'], ['cba']);
  expect(canCarryOut(new RehearsedBlocks(model, () => false), PLAN)).toBe(true);
  expect(canCarryOut(new RehearsedBlocks(model, () => false), [])).toBe(true);
  const refusing = new RehearsedBlocks(model, (_, text) => text === 'c on table');
  expect(canCarryOut(refusing, PLAN)).toBe(false);
  expect(refusing.asked).toEqual(['c on table']);
});
