import { spawnSync } from 'node:child_process';

const runs = (...options: readonly string[]): boolean => spawnSync('strace', [...options, 'true']).status === 0;

/** Whether strace is there and allowed. */
export const canTrace = runs('-f');

/** It follows threads. Calls that nobody asks for run at full speed where the machine can filter them. */
export const STRACE: readonly string[] = canTrace && runs('-f', '--seccomp-bpf') ? ['-f', '--seccomp-bpf'] : ['-f'];
