import { onTestFinished } from 'vitest';
import { runCommandLine } from '../cli/command_line.ts';

/** Serves until the test ends. */
export async function serving(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const stop = new AbortController();
  const said: string[] = [];
  const listening = Promise.withResolvers<string>();
  const exit = runCommandLine(words, {
    terminal: {
      out() {},
      say(text) {
        said.push(text);
        const [, url] = /Listening at (\S+)/.exec(text) ?? [];
        if (url !== undefined) listening.resolve(url);
      },
      progress() {},
    },
    signal: stop.signal,
    environment,
  });
  void exit.then((code) => listening.reject(new Error(`it ended with ${code}: ${said.join('\n')}`)));
  const end = () => {
    stop.abort();
    return exit;
  };
  onTestFinished(async () => void (await end()));
  return { url: await listening.promise, said, end };
}
