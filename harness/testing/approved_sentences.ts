export type Evidence =
  | Readonly<{ episode: string; line: string }>
  | Readonly<{ paper: 'llm_state' | 'olp'; line: string }>
  | Readonly<{ file: string; line: string }>;

export const APPROVED: readonly Readonly<{ sentence: string; evidence: Evidence }>[] = [
  {
    sentence: "**VirtualHome's rules**, written anew, agree with the original simulator at every recorded step.",
    evidence: {
      file: 'envs/household/virtualhome/testing/golden_traces_integration_test.ts',
      line: "'%s: the rules agree at every step, and find the neighbours that the original chose'",
    },
  },
  {
    sentence: '**LLM-State.** Steps 1 to 5 bring a plate that the goal does not ask for.',
    evidence: { episode: 'household/house_1/make_toast/llm_state/1', line: '   5 ✓ placeon(plate1, kitchencounter1)' },
  },
  {
    sentence:
      '**InnerM-W, two toasts.** Its loaf is toasted, and it tries to pick up the slices, which cannot be held, until the steps are used up.',
    evidence: {
      episode: 'household/house_1/make_2_toasts/inner_monologue/1',
      line: ' 100 ✗ pickup(breadslice3)   affordance, graspable: Cannot pickup "breadslice3": "breadslice3" slips out of the hand',
    },
  },
  {
    sentence: "The prompts speak of two, as the paper's Listing 5 does; with `hands=1` they speak of one.",
    evidence: { paper: 'llm_state', line: 'You only have two hands' },
  },
  {
    sentence: 'At step 23 the microwave is open; at step 30, the limit, the food is still in it.',
    evidence: { episode: 'robot/robot_home/heat_food_and_bring_to_sofa/progprompt/3', line: '  30 ✓ open(microwave1)' },
  },
  {
    sentence:
      '**LLM-State.** The same trap; at step 12 it puts the hamburger down, and the steps from there are carried out.',
    evidence: {
      episode: 'robot/robot_home/heat_food_and_bring_to_sofa/llm_state/1',
      line: '  12 ✓ placeon(hamburger1, kitchencounter1)',
    },
  },
];
