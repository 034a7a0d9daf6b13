import type { Graph } from '../../household/scene/read_graph.ts';

export function hiddenThings({ nodes, edges }: Graph): ReadonlySet<number> {
  const closed = new Set(
    nodes.filter(({ category, states }) => category !== 'Rooms' && states.includes('CLOSED')).map(({ id }) => id),
  );
  const inside = edges.filter(({ relation_type }) => relation_type === 'INSIDE' || relation_type === 'ON');
  const hidden = new Set<number>();
  let before = -1;
  while (hidden.size > before) {
    before = hidden.size;
    for (const { from_id, relation_type, to_id } of inside) {
      if (hidden.has(to_id) || (relation_type === 'INSIDE' && closed.has(to_id))) hidden.add(from_id);
    }
  }
  return hidden;
}
