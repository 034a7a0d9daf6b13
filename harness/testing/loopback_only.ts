/** Set-up of every test file. Workers run outside Node's permission model, and nock does not stop a raw `node:net` socket. */
import { Socket } from 'node:net';

const connect = Socket.prototype.connect;

// Test files share a worker; one guard is enough.
if (connect.name !== 'connectToLoopback') {
  Socket.prototype.connect = function connectToLoopback(this: Socket, ...args: unknown[]) {
    const host = hostOf(args);
    if (host !== null && !isLoopback(host)) {
      throw new Error(`Tests reach loopback only; refused a connection to "${host}"`);
    }
    return Reflect.apply(connect, this, args);
  } as typeof connect;
}

/** Null for a path of a local socket. */
function hostOf(args: readonly unknown[]): string | null {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === 'object' && first !== null) {
    if ('path' in first && typeof first.path === 'string') return null;
    return 'host' in first && typeof first.host === 'string' ? first.host : 'localhost';
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return null;
  return typeof args[1] === 'string' ? args[1] : 'localhost';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
