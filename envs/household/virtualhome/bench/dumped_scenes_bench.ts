/** Documents are as large as those of Embodied Agent Interface. */
import { median } from '../../../testing/median.ts';
import { dumpedScenes } from '../dumped_scenes.ts';
import { RELATIONS } from '../graph_scene.ts';
import { dumpedDocument, scenesWithCare } from '../testing/dumped_document.ts';

const NODES = 300;
const EDGES = 5_700;

export function benchDumpedScenes({ rounds = 9, documents = 20 } = {}) {
  const text = dumpedDocument(madeUpGraph(1), madeUpGraph(2));
  const bytes = Buffer.from(text);
  const rates = { fast: [] as number[], careful: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.fast.push(rate(documents, () => dumpedScenes(bytes)));
    rates.careful.push(rate(documents, () => scenesWithCare(bytes.toString())));
  }
  return { documentsPerSecond: median(rates.fast), referenceDocumentsPerSecond: median(rates.careful) };
}

function rate(documents: number, read: () => unknown): number {
  const start = performance.now();
  for (let count = 0; count < documents; count++) {
    if (read() === null) throw new Error('A document made up for the benchmark is refused');
  }
  return (1_000 * documents) / (performance.now() - start);
}

function madeUpGraph(step: number): string {
  const nodes = Array.from({ length: NODES }, (_, id) => ({
    id,
    class_name: id === 0 ? 'character' : `thing_${id % 40}`,
    category: 'placable_objects',
    properties: ['GRABBABLE', 'MOVABLE'],
    states: ['CLEAN'],
    prefab_name: null,
    bounding_box: null,
  }));
  const edges = Array.from({ length: EDGES }, (_, at) => ({
    from_id: at % NODES,
    relation_type: RELATIONS[at % 5],
    to_id: (at * 7 * step + 13) % NODES,
  }));
  return JSON.stringify({ nodes, edges });
}
