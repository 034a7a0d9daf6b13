/** Which connections this thread opens, as Node tells whoever asks: by `fetch`, by `node:http`, by a socket of its own. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** What Node says it on; that of a socket comes with most of the others. */
const CHANNELS: Readonly<Record<string, string>> = {
  'undici:request:create': 'fetch',
  'http.client.request.start': 'http',
  'net.client.socket': 'socket',
};

/** From now on, until `unwatch` is called. */
export function watchConnections(): { readonly connections: readonly string[]; readonly unwatch: () => void } {
  const connections: string[] = [];
  const watchers = Object.entries(CHANNELS).map(([channel, way]) => {
    const watcher = (message: unknown) => void connections.push(`${way} ${hostOf(message)}`.trim());
    subscribe(channel, watcher);
    return { channel, watcher };
  });
  return {
    connections,
    unwatch() {
      for (const { channel, watcher } of watchers) unsubscribe(channel, watcher);
    },
  };
}

type Request = { readonly request?: { readonly origin?: unknown; readonly host?: unknown } };

/** Undici names the origin, `node:http` the host; a socket is not connected yet. */
function hostOf(message: unknown): string {
  const { request } = message as Request;
  return String(request?.origin ?? request?.host ?? '');
}
