/** One thing that a planner is held to. */

/** What it holds a planner to, and how it is found out, or why it cannot be. */
export type PlannerCheck = { readonly title: string } & (
  | {
      /** Rejects with a `PlannerFault` where the planner breaks it. */
      readonly run: () => Promise<void>;
    }
  | { readonly skipped: string }
);
