/**
 * Counts the connections of a server, those that have not said anything whole apart from the others.
 *
 * Connections that send nothing, or half a header, do not take the places of complete requests: of such connections the oldest
 * is closed where they are too many.
 */
import type { Server, Socket } from 'node:net';

export type ConnectionBounds = {
  /** Connections that have asked for something; those beyond are closed when they first ask. */
  readonly connectionsMax: number;
  /** Connections whose first headers, or whose greeting, are not complete. */
  readonly halfOpenMax: number;
};

/** Returns what is to be called when a connection has sent its headers or greeting; false where that closed it. */
export function countedConnections(
  server: Server,
  { connectionsMax, halfOpenMax }: ConnectionBounds,
): (socket: Socket) => boolean {
  /** The oldest first. */
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
