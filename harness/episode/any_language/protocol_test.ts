import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromProgramSchema, toProgramSchema } from './protocol.ts';

const messages = z.union([toProgramSchema.meta({ id: 'toProgram' }), fromProgramSchema.meta({ id: 'fromProgram' })]);

describe('protocol_schema.json', () => {
  it('is made of the schemas that messages are checked by (-u writes it anew)', async () => {
    const title = 'Messages between Tapedeck and a planner’s program, one a line';
    const schema = { ...z.toJSONSchema(messages, { io: 'input' }), title };
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('protocol_schema.json');
  });
});

describe('fromProgramSchema', () => {
  it('takes what it does not know, so that a program may say more than this version reads', () => {
    expect(fromProgramSchema.parse({ type: 'sense', why: 'to look' })).toEqual({ type: 'sense' });
  });
});
