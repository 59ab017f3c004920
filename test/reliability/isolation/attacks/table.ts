import type { Attack } from '../attack.js';
import { anonymousBodies, anonymousFaults } from './anonymous.js';
import { heavyLists, largeIncludes, logScans } from './answers.js';
import { passwordHashing, slowSchemas } from './computing.js';
import {
  endlessBodies,
  idleConnections,
  newConnections,
  pipelinedRequests,
  tinyChunks,
  tinyFrames,
} from './connections.js';
import { answeringWorkflows, deadReceivers, messageBurst } from './reactions.js';
import { stuckResumes, typingSignals } from './sockets.js';

/** What a hostile tenant does to the others, by name. */
export const attacks = {
  includes: largeIncludes,
  schemas: slowSchemas,
  resumes: stuckResumes,
  passwords: passwordHashing,
  workflows: answeringWorkflows,
  burst: messageBurst,
  webhooks: deadReceivers,
  scans: logScans,
  lists: heavyLists,
  signals: typingSignals,
  bodies: anonymousBodies,
  faults: anonymousFaults,
  endless: endlessBodies,
  pipelines: pipelinedRequests,
  chunks: tinyChunks,
  frames: tinyFrames,
  idle: idleConnections,
  newcomers: newConnections,
} as const satisfies Readonly<Record<string, Attack>>;

export type AttackName = keyof typeof attacks;

export const attackNames = Object.keys(attacks) as readonly AttackName[];
