/**
 * What the main thread and the thread of a command say to each other.
 *
 * @module
 */
import type { Look, Screen } from '../io/screen.ts';

/** What a command's thread begins with. */
export type CommandOrder = { readonly argv: readonly string[]; readonly screen: Screen | null };

export type FromCommand =
  | { readonly out: string }
  | { readonly say: string; readonly look: Look | undefined }
  | { readonly progress: string }
  /** Asks to be told when everything printed so far has left. */
  | { readonly drain: true }
  | { readonly exitCode: number };

export type ToCommand =
  | 'drained'
  /** End in good order. */
  | 'stop'
  /** End now, and with it whatever other program was started. */
  | 'quit';
