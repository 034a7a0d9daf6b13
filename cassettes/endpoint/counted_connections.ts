/** Idle or half-open connections take no place of complete requests; the oldest of them close first. */
import type { Server, Socket } from 'node:net';

export type ConnectionBounds = {
  /** Connections with a complete request; those beyond close at their first request. */
  readonly connectionsMax: number;
  /** Connections with incomplete first headers or greeting. */
  readonly halfOpenMax: number;
};

/** Returns the callback for complete headers or greeting; it returns false where it closes the connection. */
export function countedConnections(
  server: Server,
  { connectionsMax, halfOpenMax }: ConnectionBounds,
): (socket: Socket) => boolean {
  const halfOpen = new Set<Socket>();
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    halfOpen.add(socket);
    socket.once('close', () => {
      halfOpen.delete(socket);
      open.delete(socket);
    });
    const [oldest] = halfOpen;
    if (oldest === undefined || halfOpen.size <= halfOpenMax) return;
    halfOpen.delete(oldest);
    oldest.destroy();
  });
  return (socket) => {
    halfOpen.delete(socket);
    if (!open.has(socket) && open.size >= connectionsMax) {
      socket.destroy();
      return false;
    }
    open.add(socket);
    return true;
  };
}
