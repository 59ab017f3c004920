/**
 * Signals that ask the service to end. A terminal, and a service manager such as systemd, send them to all processes of
 * the service: those beside the main process ignore them, and end with it.
 */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[];
