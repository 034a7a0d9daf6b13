import { expect, it } from 'vitest';
import { BlocksModel } from './blocks_model.ts';
import { canCarryOut } from './can_carry_out.ts';
import { RehearsedBlocks } from './rehearsed_blocks.ts';

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
