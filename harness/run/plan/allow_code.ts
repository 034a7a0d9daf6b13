/**
 * The option that allows a suite to bring code; see `foreign_code.ts`.
 *
 * @module
 */

export const ALLOW_CODE = {
  type: 'boolean',
  default: false,
  describe: 'Load the planners of a suite from outside the current folder, which runs their code or programs',
} as const;
