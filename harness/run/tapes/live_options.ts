/**
 * How the command line says whom to ask when recording.
 *
 * @module
 */
import { CommandFailure } from '../../io/errors/failure.ts';
import type { LiveSettings } from './live_client.ts';

export const LIVE_OPTIONS = {
  url: { type: 'string', describe: 'Base URL of the API when recording; default: OPENAI_BASE_URL' },
  organization: { type: 'string', describe: 'Organisation for the API; default: OPENAI_ORG_ID' },
  'timeout-s': { type: 'number', default: 120, describe: 'Seconds before a live request times out' },
  retries: { type: 'number', default: 5, describe: 'Maximum number of retries of a live request' },
  'fail-fast': {
    type: 'boolean',
    default: false,
    describe: 'Stop recording when three calls in a row fail for good',
  },
} as const;

type LiveArguments = Pick<LiveSettings, 'url' | 'organization' | 'timeoutS' | 'retries' | 'failFast'>;

/** Throws a CommandFailure on what is no number of seconds or retries. */
export function liveSettings({ url, organization, timeoutS, retries, failFast }: LiveArguments): LiveArguments {
  if (!(timeoutS > 0)) throw new CommandFailure(2, `--timeout-s must be more than 0, found ${timeoutS}`);
  if (!Number.isInteger(retries) || retries < 0) {
    throw new CommandFailure(2, `--retries must be a whole number of at least 0, found ${retries}`);
  }
  return { url, organization, timeoutS, retries, failFast };
}
