import { describe, expect, it } from 'vitest';
import { session } from '../testing/flat.ts';

describe('expand_scene', () => {
  it('takes a new thing without properties, room or place, as the demos add a cat', () => {
    const on = session();
    const { nodes, edges } = on.graph();
    const cat = { id: 1000, class_name: 'cat', category: 'Animals', properties: [], states: [] };
    const asked = { nodes: [...nodes, cat], edges: [...edges, { from_id: 1000, relation_type: 'ON', to_id: 17 }] };
    expect(on.post('expand_scene', [{}, asked])).toMatchObject({ success: true });
    on.enter('kitchen');
    const lines = ['[Walk] <sofa> (17)', '[Find] <cat> (1000)', '[Grab] <cat> (1000)', '[Sit] <sofa> (17)'];
    expect(on.run(false, ...lines.map((line) => `<char0> ${line}`))).toMatchObject({ success: true });
    expect(on.edgesOf(1, 'HOLDS')).toEqual([1000]);
  });
});
