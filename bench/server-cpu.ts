import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const LISTENING = '0A';

function socketAt(port: number): string | undefined {
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').split('\n')) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (local?.endsWith(place) && state === LISTENING) return `socket:[${inode}]`;
    }
  }
  return undefined;
}

function holds(pid: string, socket: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === socket);
  } catch {
    return false;
  }
}

/** Reads the CPU time of the process of this machine that listens at a port. Undefined if it runs elsewhere. */
export function cpuOfServer(port: number): (() => number) | undefined {
  try {
    const socket = socketAt(port);
    const pid = socket && readdirSync('/proc').find((name) => /^\d+$/.test(name) && holds(name, socket));
    if (!pid) return undefined;
    return () => {
      const [, figures = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      const [user, system] = figures.split(' ').slice(11, 13);
      return (Number(user) + Number(system)) * TICK_MS;
    };
  } catch {
    return undefined;
  }
}
