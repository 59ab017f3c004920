import type { Attack } from '../attack.js';
import { anonymousBodies, anonymousFaults } from './anonymous.js';
import { heavyLists, largeIncludes, logScans, shownValues } from './answers.js';
import { manyMembers, passwordHashing, slowSchemas } from './computing.js';
import {
  endlessBodies,
  idleConnections,
  newConnections,
  pipelinedRequests,
  tinyChunks,
  tinyFrames,
} from './connections.js';
import { noisyLists, noisyPosts } from './noisy.js';
import { answeringWorkflows, deadReceivers, messageBurst } from './reactions.js';
import { stuckResumes, typingSignals } from './sockets.js';

/** What hostile tenants do, each a line of section B of issue 9, by name. */
const ofTenants = {
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
} as const satisfies Readonly<Record<string, Attack>>;

/** One tenant that is not hostile, but sends a lot, by name. */
const noisy = {
  'noisy-lists': noisyLists,
  'noisy-posts': noisyPosts,
} as const satisfies Readonly<Record<string, Attack>>;

/** Those, and what else a tenant or a client does to all tenants, by name. */
export const attacks = {
  ...ofTenants,
  ...noisy,
  members: manyMembers,
  values: shownValues,
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
export const tenantAttackNames = Object.keys(ofTenants) as readonly AttackName[];
export const noisyNames = Object.keys(noisy) as readonly AttackName[];
