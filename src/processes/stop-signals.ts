/**
 * Signals that request the end of the service. A terminal, and a service manager such as systemd, send them to all
 * processes of the service. Child processes ignore them, and end with the main process.
 */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[];
