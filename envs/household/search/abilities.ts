import type { PaperRule } from '../rules/rule.ts';
import type { HouseholdState } from '../state/household_state.ts';

export type Relation = 'ON' | 'IN';

/** One entry a node; 1 for yes. */
export type Abilities = {
  readonly pick: Uint8Array;
  readonly open: Uint8Array;
  readonly close: Uint8Array;
  readonly switchOn: Uint8Array;
  readonly switchOff: Uint8Array;
  readonly put: Readonly<Record<Relation, Uint8Array>>;
  readonly bear: Readonly<Record<Relation, Uint8Array>>;
  readonly putsAlike: boolean;
};

export function abilitiesOf(state: HouseholdState, rules: ReadonlyMap<string, PaperRule>): Abilities {
  const { size, seeable, graspable, locked } = state.tables;
  const column = (holds: (node: number) => boolean) =>
    Uint8Array.from({ length: size }, (_, node) => (seeable[node] === 1 && holds(node) ? 1 : 0));
  const learned = (verb: string, argument: 0 | 1 = 0) => {
    const conditions = (rules.get(verb)?.preconditions ?? []).filter(
      (each) => each.argument === argument && each.condition.name === 'in_skill_library',
    );
    return (node: number) => conditions.every(({ condition }) => condition.holds(state, node));
  };
  const [pick, open, close] = [learned('pickup'), learned('open'), learned('close')];
  const [switchOn, switchOff] = [learned('switchon'), learned('switchoff')];
  const put = { ON: column(learned('placeon')), IN: column(learned('placein')) };
  const [bearsOn, bearsIn] = [learned('placeon', 1), learned('placein', 1)];
  return {
    pick: column((node) => graspable[node] === 1 && pick(node)),
    open: column((node) => state.has(node, 'CAN_OPEN') && locked[node] === 0 && open(node)),
    close: column((node) => state.has(node, 'CAN_OPEN') && close(node)),
    switchOn: column((node) => state.has(node, 'HAS_SWITCH') && switchOn(node)),
    switchOff: column((node) => state.has(node, 'HAS_SWITCH') && switchOff(node)),
    put,
    bear: {
      ON: column((node) => state.has(node, 'SURFACES') && bearsOn(node)),
      IN: column((node) => state.has(node, 'CONTAINERS') && bearsIn(node)),
    },
    putsAlike: [...seeable.keys()].every((node) => seeable[node] === 0 || (put.ON[node] === 1 && put.IN[node] === 1)),
  };
}
