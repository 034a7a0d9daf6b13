import type { Command } from './terminal/command.ts';

export type ListedCommand = Readonly<{ usage: string; describe: string; load: () => Promise<Command> }>;

export const COMMANDS: readonly ListedCommand[] = [
  {
    usage: 'tables',
    describe: 'Replay all shipped tapes and write the papers’ tables beside the published figures',
    load: async () => (await import('./evaluate/tables.ts')).tablesCommand,
  },
  {
    usage: 'run <suite>',
    describe: 'Run episodes of a suite; write traces and a summary',
    load: async () => (await import('./evaluate/run.ts')).runCommand,
  },
  {
    usage: 'compare <baseline> <candidate>',
    describe:
      'Compare two runs episode by episode; show better and worse metrics and changed outcomes; exit 1 if a gate fails',
    load: async () => (await import('./evaluate/compare.ts')).compareCommand,
  },
  {
    usage: 'runs',
    describe: 'List, show, export or remove runs',
    load: async () => (await import('./evaluate/runs.ts')).runsCommand,
  },
  {
    usage: 'simulate [scene]',
    describe: 'Execute VirtualHome scripts: walks through one scene, or programs with their own graphs',
    load: async () => (await import('./plans/simulate.ts')).simulateCommand,
  },
  {
    usage: 'eai <evaluation>',
    describe: 'Send the prompts of Embodied Agent Interface to a model, and score its answers (VirtualHome half)',
    load: async () => (await import('./evaluate/eai.ts')).eaiCommand,
  },
  {
    usage: 'planbench [action]',
    describe: 'Read and validate the plans in PlanBench’s published answers; list verdicts that differ',
    load: async () => (await import('./evaluate/planbench.ts')).planbenchCommand,
  },
  {
    usage: 'plan <domain> <problem>',
    describe: 'Solve a PDDL problem, optimally by default',
    load: async () => (await import('./plans/plan.ts')).planCommand,
  },
  {
    usage: 'validate <domain> <problem> <plan>',
    describe: 'Validate a PDDL plan; show the first action that fails and its unsatisfied precondition',
    load: async () => (await import('./plans/plan.ts')).validateCommand,
  },
  {
    usage: 'motion [problems]',
    describe: 'Plan motions of the Panda arm among blocks; compare clearances with expected values',
    load: async () => (await import('./plans/motion.ts')).motionCommand,
  },
  {
    usage: 'foon',
    describe: 'Convert, draw or merge functional object-oriented networks (FOONs)',
    load: async () => (await import('./plans/foon.ts')).foonCommand,
  },
  {
    usage: 'batch',
    describe: 'Record through batch files instead of a live API: export requests, ingest answers',
    load: async () => (await import('./tapes/batch.ts')).batchCommand,
  },
  {
    usage: 'sweep',
    describe: 'Record suites × planners × prompt sets × models × trials: start, show, pause, resume or cancel',
    load: async () => (await import('./tapes/sweep.ts')).sweepCommand,
  },
  {
    usage: 'worker',
    describe: 'Play cells of a sweep in Redis; run any number of workers, on any host',
    load: async () => (await import('./tapes/worker.ts')).workerCommand,
  },
  {
    usage: 'merge <dirs..>',
    describe: 'Merge the shards of a run, or several folders of tapes',
    load: async () => (await import('./evaluate/merge.ts')).mergeCommand,
  },
  {
    usage: 'trace <episode>',
    describe: 'Show an episode with its calls, beliefs, steps and refusals',
    load: async () => (await import('./evaluate/trace.ts')).traceCommand,
  },
  {
    usage: 'report [run..]',
    describe: 'Write static HTML pages: an overview with filters, and every episode step by step',
    load: async () => (await import('./evaluate/report.ts')).reportCommand,
  },
  {
    usage: 'cassettes',
    describe: 'Maintain tapes: list, verify, store, prune, compare, show or declare',
    load: async () => (await import('./tapes/cassettes.ts')).cassettesCommand,
  },
  {
    usage: 'serve',
    describe: 'Serve tapes through OpenAI’s API, or worlds through VirtualHome’s or CoppeliaSim’s',
    load: async () => (await import('./tapes/serve.ts')).serveCommand,
  },
  {
    usage: 'check <suite>',
    describe: 'Prove by search that every task of a suite is solvable within its step limit; find the reference plans',
    load: async () => (await import('./author/check.ts')).checkCommand,
  },
  {
    usage: 'check-planner <planner>',
    describe: 'Check a planner against its contract, and its beliefs against the invariants of state tracking',
    load: async () => (await import('./author/check_planner.ts')).checkPlannerCommand,
  },
  {
    usage: 'init <kind> [folder]',
    describe: 'Write a working example of a planner, a suite or tests to start from',
    load: async () => (await import('./author/init.ts')).initCommand,
  },
  {
    usage: 'completion [shell]',
    describe: 'Print the script with which bash, zsh or fish completes commands, options and names',
    load: async () => (await import('./author/completion.ts')).completionCommand,
  },
  {
    usage: 'list [kind]',
    describe: 'List suites, worlds, planners, tasks, scenes, classes, goals, schemas, models or prompts',
    load: async () => (await import('./author/list.ts')).listCommand,
  },
];
