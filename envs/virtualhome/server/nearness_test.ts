import { describe, expect, it } from 'vitest';
import { graphSchema } from '../../household/scene/read_graph.ts';
import { flat, session } from '../testing/flat.ts';
import { shippedHouse } from '../testing/shipped_house.ts';
import { houseSource } from './scene_source.ts';
import { ServedSimulator } from './served_simulator.ts';

describe('environment_graph', () => {
  it('has a character CLOSE to all within 1.3 m on the floor, and to nothing else', () => {
    const on = flat('kitchen');
    expect(on.edgesOf(1, 'CLOSE')).toEqual([]);
    on.run(false, '<char0> [walk] <kitchentable> (13)');
    expect(on.edgesOf(1, 'CLOSE')).toEqual([13, 14, 15, 16]);
    expect(on.edgesOf(14, 'CLOSE')).toEqual([1]);
    on.post('move_character', [{ char_index: 0, character_position: { x: 1, y: 0, z: -2.8 } }]);
    expect(on.edgesOf(1, 'CLOSE')).toEqual([20, 21]);
    on.run(false, '<char0> [walk] <hall> (12)');
    expect(on.edgesOf(1, 'CLOSE')).toEqual([22]);
  });

  it('has a character CLOSE to whatever it has walked to', () => {
    const on = session(new ServedSimulator([houseSource(shippedHouse(3), 2)]));
    on.enter('kitchen');
    const never = /^(curtains|floor|wall|ceiling|ceilinglamp|walllamp|door|doorjamb|character)$/;
    const far: string[] = [];
    let walks = 0;
    for (const { id, class_name, category } of graphSchema.parse(on.graph()).nodes) {
      if (never.test(class_name) || category === 'Rooms' || category === 'Doors') continue;
      if (!on.run(false, `<char0> [walktowards] <${class_name}> (${id}) :1:`).success) continue;
      walks += 1;
      if (!on.edgesOf(1, 'CLOSE').includes(id)) far.push(`${class_name} ${id}`);
    }
    expect(walks).toBeGreaterThan(100);
    expect(far).toEqual([]);
  });

  it('has a character FACING what can be looked at in its room, within 5 m and in front of it', () => {
    const on = flat('kitchen');
    const at = (x: number, z: number) => {
      on.post('move_character', [{ char_index: 0, character_position: { x, y: 0, z } }]);
      return on.edgesOf(1, 'FACING');
    };
    expect(at(-1, 1)).toEqual([19]);
    expect(at(3.9, -3.9)).toEqual([]);
    expect(at(-3.9, 3.9)).toEqual([]);
    expect(at(6, 0)).toEqual([]);
  });

  it('gives every node a prefab', () => {
    const on = flat('kitchen');
    for (const { prefab_name } of on.graph().nodes) expect(prefab_name).toMatch(/./);
    const house = session(new ServedSimulator([houseSource(shippedHouse(1), 0)]));
    for (const { prefab_name } of house.graph().nodes) expect(prefab_name).toMatch(/./);
  });

  it('keeps the ids of a house’s things when characters come', () => {
    const on = session(new ServedSimulator([houseSource(shippedHouse(1), 0)]));
    const before = on.graph().nodes;
    expect(on.enter('kitchen').success && on.enter('bedroom').success).toBe(true);
    const after = on.graph().nodes;
    expect(after.slice(0, 2).map(({ id, class_name }) => `${class_name} ${id}`)).toEqual([
      'character 1',
      'character 2',
    ]);
    expect(after.slice(2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});
