/** Test support: replies that are well-formed but hold too much, by purpose. */

const HUGE = 'x'.repeat(1_000_000);
const MANY_NAMES = Array.from({ length: 10_000 }, (_, index) => `add_related_objects("thing ${index}")`);

export const HUGE_REPLIES: Readonly<Record<string, readonly string[]>> = {
  attention: [`add_related_objects("${HUGE}")`, MANY_NAMES.join('\n')],
  state_estimator: [
    `update_reasoning("${HUGE}")`,
    `update_state("lightswitch1", "${HUGE}")`,
    `update_state("lightswitch1", "${'x'.repeat(999)}")\n`.repeat(999),
  ],
  policy: [`1. wait()\n2. move("${HUGE}")`, '1. wait()\n'.repeat(10_000)],
};
