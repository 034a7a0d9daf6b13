import { describe, expect, it } from 'vitest';
import { graphSchema } from '../../household/scene/read_graph.ts';
import { flat, session } from '../testing/flat.ts';
import { servedSimulator } from '../testing/served_client.ts';

describe('environment_graph', () => {
  const moved = (on: ReturnType<typeof session>, x: number, z: number) =>
    on.post('move_character', [{ char_index: 0, character_position: { x, y: 0, z } }]);

  it('has a character CLOSE to exactly the things within 1.3 m on the floor', () => {
    const on = flat('kitchen');
    expect(on.edgesOf(1, 'CLOSE')).toEqual([]);
    on.act('[walk] <kitchentable> (13)');
    expect(on.edgesOf(1, 'CLOSE')).toEqual([13, 14, 15, 16]);
    expect(on.edgesOf(14, 'CLOSE')).toEqual([1]);
    moved(on, 1, -2.8);
    expect(on.edgesOf(1, 'CLOSE')).toEqual([20, 21]);
    on.act('[walk] <hall> (12)');
    expect(on.edgesOf(1, 'CLOSE')).toEqual([22]);
  });

  it('has a character CLOSE to each thing that it has walked to', () => {
    const on = session(servedSimulator([3]));
    on.enter('kitchen');
    const never = /^(curtains|floor|wall|ceiling|ceilinglamp|walllamp|door|doorjamb|character)$/;
    const walks: boolean[] = [];
    for (const { id, class_name, category } of graphSchema.parse(on.graph()).nodes) {
      if (never.test(class_name) || category === 'Rooms' || category === 'Doors') continue;
      if (on.act(`[walktowards] <${class_name}> (${id}) :1:`) !== null) continue;
      walks.push(on.edgesOf(1, 'CLOSE').includes(id));
    }
    expect(walks.length).toBeGreaterThan(100);
    expect(walks).not.toContain(false);
  });

  it('has a character FACING the lookable things in its room, within 5 m and in front of it', () => {
    const on = flat('kitchen');
    const at = (x: number, z: number) => {
      moved(on, x, z);
      return on.edgesOf(1, 'FACING');
    };
    expect([at(-1, 1), at(3.9, -3.9), at(-3.9, 3.9), at(6, 0)]).toEqual([[19], [], [], []]);
  });

  it('gives every node a prefab', () => {
    const nodes = [flat('kitchen'), session(servedSimulator([1]))].flatMap((each) => each.graph().nodes);
    for (const { prefab_name } of nodes) expect(prefab_name).toMatch(/./);
  });

  it('keeps the ids of a house’s things when characters are added', () => {
    const on = session(servedSimulator([1]));
    const before = on.graph().nodes;
    expect(on.enter('kitchen').success && on.enter('bedroom').success).toBe(true);
    const after = on.graph().nodes;
    expect(after.slice(0, 2)).toMatchObject([1, 2].map((id) => ({ id, class_name: 'character' })));
    expect(after.slice(2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});
