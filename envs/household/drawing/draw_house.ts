import type { House } from '../scene/house.ts';
import { floorPlan } from './floor_plan.ts';
import { placedLabels } from './labels.ts';
import { floor, furnitureLabels, furnitureMarks, HUNG, roomLabels } from './map_marks.ts';
import { figure, fitted, framed } from './panel.ts';

const FRAME = { x: 0, y: 0, width: 640, height: 440 };

export function drawHouse(house: House): string {
  const plan = floorPlan(house);
  const panel = fitted(plan.whole, FRAME, 8);
  const pieces = plan.furniture.map(({ node, area }) => ({
    name: house.names[node]!,
    area,
    condition: null,
    isHung: house.nodes[node]!.position[1] >= HUNG,
  }));
  // A name beside its piece could seem to belong to another one.
  const labels = furnitureLabels(panel, pieces).map((label) => ({ ...label, size: 9, at: label.at.slice(0, 1) }));
  const marks = [
    ...floor(panel, plan, house.names),
    ...furnitureMarks(panel, pieces, true),
    ...placedLabels([...roomLabels(panel, plan, house), ...labels], FRAME),
  ];
  return figure(FRAME, framed(panel, marks));
}
