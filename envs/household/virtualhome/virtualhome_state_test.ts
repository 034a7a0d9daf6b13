import { describe, expect, it } from 'vitest';
import { graphTables } from './edge_table.ts';
import { smallScene } from './testing/small_graph.ts';
import { followAnchors, stateChanges } from './testing/state_changes.ts';
import { VirtualHomeState } from './virtualhome_state.ts';

const scene = smallScene(
  'kitchen: mug GRABBABLE DIRTY, jar, bowl, character; hall: desk',
  'mug CLOSE jar, mug CLOSE bowl, jar CLOSE mug',
);
const tables = graphTables(scene);
const [mug, jar, bowl, character] = [1, 2, 3, 4];

describe('VirtualHomeState', () => {
  it('knows how it differs from the scene, and goes back there', () => {
    const state = new VirtualHomeState(tables);
    expect(stateChanges(state)).toEqual({ edges: new Set(), states: new Map() });
    state.become(mug, 'CLEAN', 'DIRTY');
    state.turnTo(mug);
    expect(stateChanges(state)).toEqual({ edges: new Set(['+5 FACING 2']), states: new Map([[2, 'CLEAN']]) });
    state.reset();
    expect(stateChanges(state)).toEqual({ edges: new Set(), states: new Map() });
    expect([state.is(mug, 'DIRTY'), state.is(mug, 'CLEAN')]).toEqual([true, false]);
  });

  it('chooses a neighbour as CPython would, or takes the one that was recorded, once', () => {
    const state = new VirtualHomeState(tables);
    const anchors = followAnchors(state);
    anchors.recorded = bowl;
    state.pickUp(mug);
    expect([state.anchorOf(mug), anchors.own]).toEqual([bowl, jar]);
    expect(state.isClose(bowl)).toBe(true);
    state.reset();
    state.pickUp(mug);
    expect([state.anchorOf(mug), state.isClose(bowl)]).toEqual([jar, false]);
  });

  it('does not mind other states of the same scene', () => {
    const [one, other] = [new VirtualHomeState(tables), new VirtualHomeState(tables)];
    one.moveTo(scene.indexOf.get(7) as number);
    expect([one.roomOf(character), other.roomOf(character)]).toEqual([5, 0]);
  });
});
