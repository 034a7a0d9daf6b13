import { describe, expect, it } from 'vitest';
import { readGraph } from '../../household/scene/read_graph.ts';
import { flat } from '../testing/flat.ts';
import { ServedScene } from './served_scene.ts';

const PUT_BACK = '[putback] <plate> (14) <kitchentable> (13)';

describe('ServedScene', () => {
  it('gives the character the id 1, and moves other ids up if necessary', () => {
    const nodes = [
      { id: 1, class_name: 'hall', category: 'Rooms' },
      { id: 2, class_name: 'mug', category: 'Props' },
    ];
    const edges = [{ from_id: 2, relation_type: 'INSIDE', to_id: 1 }];
    const scene = new ServedScene(readGraph(JSON.stringify({ nodes, edges }), 'graph.json').value);
    scene.addCharacter({ room: 1, position: [0, 0, 0], resource: 'Chars/Male1' });
    const named = scene.graph().nodes.map(({ id, class_name }) => `${class_name} ${id}`);
    expect(named).toEqual(['character 1', 'hall 2', 'mug 3']);
  });

  it('walks by itself, and updates the positions of the character and the placed thing', () => {
    const on = flat('kitchen');
    expect(on.act('[open] <fridge> (20)', '[grab] <milk> (21)')).toBeNull();
    expect([on.edgesOf(1, 'HOLDS_RH'), on.centreOf(1)]).toEqual([[21], [0, 1, -3]]);
    expect(on.act('[putback] <milk> (21) <kitchentable> (13)')).toBeNull();
    expect([on.edgesOf(21, 'INSIDE'), on.edgesOf(21, 'ON')]).toEqual([[11], [13]]);
    expect(on.centreOf(21)).toEqual([-2, 0.5, 0]);
  });

  it('grabs a thing again after putting it back, with either hand', () => {
    const on = flat('kitchen');
    expect(on.act('[grab] <plate> (14)', PUT_BACK, '[grab] <plate> (15)', '[grab] <plate> (14)')).toBeNull();
    expect([on.edgesOf(1, 'HOLDS_LH'), on.edgesOf(1, 'HOLDS_RH')]).toEqual([[14], [15]]);
    expect(on.act('[grab] <waterglass> (16)')).toContain('PROCESS GRAB: ');
  });

  it('carries a held thing into another room, and drops it there', () => {
    const on = flat('kitchen');
    expect(on.act('[grab] <plate> (14)', '[walk] <hall> (12)', '[drop] <plate> (14)')).toBeNull();
    expect([on.edgesOf(14, 'INSIDE'), on.centreOf(14)]).toEqual([[12], [8, 1, 0]]);
  });

  it.each([
    ['[walk] <milk> (21)', 'PROCESS WALK: Can not select object: milk. REASON: No interaction positions'],
    ['[grab] <milk> (21)', 'PROCESS GRAB: Can not select object: milk. REASON: No interaction positions'],
    ['[grab] <milk> (99)', 'PROCESS GRAB: Can not select object: milk. REASON: Unknown'],
    ['[grab] <tea> (21)', 'PROCESS GRAB: Can not select object: milk. REASON: No interaction positions'],
    ['[grab] <kitchentable> (13)', 'PROCESS GRAB: '],
    ['[switchoff] <tv> (19)', 'PROCESS SWITCHOFF: '],
    ['[dance] <fridge> (20)', '"dance"'],
    ['[walk]', '[walk]'],
    ['[walk] <fridge> (x)', '(x)'],
  ])('changes nothing by a script of which the last line is %s', (line, problem) => {
    const on = flat('kitchen');
    expect(on.act('[grab] <plate> (14)')).toBeNull();
    const before = on.text();
    expect(on.act(PUT_BACK, '[switchon] <tv> (19)', '[switchoff] <tv> (19)', line)).toContain(problem);
    expect(on.text()).toBe(before);
    expect(on.act(PUT_BACK)).toBeNull();
  });

  it('uses the ids of a line, whatever its classes, unless it must find a solution', () => {
    const on = flat('kitchen');
    expect(on.act('[open] <refrigerator> (20)', '[grab] <drink> (21)')).toBeNull();
    const finding = flat('kitchen');
    expect(finding.run(true, '<char0> [open] <fridge> (0)', '<char0> [grab] <milk> (0)').success).toBe(true);
    expect([on, finding].map((each) => each.edgesOf(1, 'HOLDS_RH'))).toEqual([[21], [21]]);
  });

  it('knows the verbs of Unity, and ignores positions', () => {
    const on = flat('kitchen');
    const lines = [
      '[walktowards] <plate> (14) :3:',
      '[grab] <plate> (14)',
      '[put] <plate> (14) <sofa> (17) -3,1.05,-2E-05',
    ];
    expect(on.act(...lines, '[TurnLeft]', '[walkforward]')).toBeNull();
    expect(on.edgesOf(14, 'ON')).toEqual([17]);
  });

  it('stays correct through many steps, and forgets old ones', () => {
    const on = flat('kitchen');
    for (let i = 0; i < 250; i++) expect(on.act('[switchon] <tv> (19)', '[switchoff] <tv> (19)')).toBeNull();
    expect([on.edgesOf(1, 'CLOSE'), on.edgesOf(1, 'INSIDE')]).toEqual([[19], [11]]);
  });

  it('moves the character, and undoes later lines back to that place', () => {
    const on = flat('kitchen');
    on.post('move_character', [{ char_index: 0, character_position: { x: 8, y: 0, z: 1 } }]);
    const place = () => [on.centreOf(1), on.edgesOf(1, 'INSIDE'), on.edgesOf(1, 'CLOSE')];
    expect(place()).toEqual([[8, 0, 1], [12], [22]]);
    expect(on.act('[walk] <fridge> (20)', '[grab] <milk> (21)')).not.toBeNull();
    expect(place()).toEqual([[8, 0, 1], [12], [22]]);
  });

  it('accepts a new graph, and keeps the character', () => {
    const on = flat('kitchen');
    const { nodes, edges } = JSON.parse(on.text());
    const opened = nodes.map((node: { id: number }) => (node.id === 20 ? { ...node, states: ['OPEN'] } : node));
    const sent = { nodes: opened.slice(1), edges: edges.filter(({ from_id }: { from_id: number }) => from_id !== 1) };
    expect(on.post('expand_scene', [{}, sent]).success).toBe(true);
    expect(on.act('[grab] <milk> (21)')).toBeNull();
    const refused = (graph: object) => on.post('expand_scene', [{}, graph]).message;
    expect(refused({ nodes: [], edges: [] })).toContain('nodes');
    const two = { nodes: [...nodes, { ...nodes[0], id: 99 }], edges };
    expect(refused(two)).toContain('expected no characters except those from add_character');
  });

  it('accepts a new thing without properties, room or place, such as the demos’ cat', () => {
    const on = flat();
    const { nodes, edges } = on.graph();
    const cat = { id: 1000, class_name: 'cat', category: 'Animals', properties: [], states: [] };
    const sent = { nodes: [...nodes, cat], edges: [...edges, { from_id: 1000, relation_type: 'ON', to_id: 17 }] };
    expect(on.post('expand_scene', [{}, sent])).toMatchObject({ success: true });
    on.enter('kitchen');
    expect(on.act('[Walk] <sofa> (17)', '[Find] <cat> (1000)', '[Grab] <cat> (1000)', '[Sit] <sofa> (17)')).toBeNull();
    expect(on.edgesOf(1, 'HOLDS')).toEqual([1000]);
  });
});
