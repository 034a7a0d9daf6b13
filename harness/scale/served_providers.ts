/**
 * The providers that a process asks, each with its address and the variable of its key.
 *
 * They come from the command line of a worker or from the sweep file of its own user, and never from the queue: anybody who can write to
 * the Redis could otherwise have any variable of the environment sent anywhere.
 *
 * @module
 */
import { ApiSettingError, readBaseUrl, readHeaderValue } from '../../cassettes/client/api_settings.ts';
import { invalid, unknownName } from '../io/errors/failure.ts';
import type { Sweep } from './engine/sweep_file.ts';

export type ServedProvider = { readonly url: string; readonly keyVariable?: string | undefined };

/** By name, as jobs call them. */
export type ServedProviders = ReadonlyMap<string, ServedProvider>;

const PROVIDER = /^([a-z0-9_][a-z0-9_.-]{0,99})=([^,]+)(?:,([A-Za-z_][A-Za-z0-9_]{0,99}))?$/;

/** Reads `NAME=URL,KEYVARIABLE`, the variable left out where the provider needs no key. Throws a CommandFailure or an ApiSettingError. */
export function readServedProviders(texts: readonly string[]): ServedProviders {
  const served = new Map<string, ServedProvider>();
  for (const text of texts) {
    const [, name = '', url = '', keyVariable] = PROVIDER.exec(text) ?? [];
    if (name === '') {
      throw invalid(
        `Cannot read --provider: expected NAME=URL,KEYVARIABLE, such as openai=https://api.openai.com/v1,OPENAI_API_KEY`,
      );
    }
    if (served.has(name)) throw invalid(`--provider names "${name}" twice`);
    served.set(name, { url: readBaseUrl(url, `--provider ${name}`), keyVariable });
  }
  return served;
}

export function providersOf({ providers }: Sweep): ServedProviders {
  return new Map(Object.entries(providers));
}

/** Throws a CommandFailure that lists the providers that there are. */
export function servedProvider(served: ServedProviders, name: string): ServedProvider {
  const provider = served.get(name);
  if (provider !== undefined) return provider;
  const { message } = unknownName('provider of this worker', name, [...served.keys()]);
  throw invalid(`${message}. Start a worker with --provider ${name}=URL,KEYVARIABLE`);
}

/** Empty where the provider needs no key. Throws an ApiSettingError where the key is not there or cannot be used. */
export function keyOf(
  served: ServedProviders,
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const { keyVariable } = servedProvider(served, name);
  if (keyVariable === undefined) return '';
  const key = readHeaderValue(environment[keyVariable] ?? '', keyVariable);
  if (key === '') throw new ApiSettingError(`Cannot sweep: set ${keyVariable}, the key of provider "${name}"`);
  return key;
}
