import { it } from 'vitest';
import { KurrentEventStore } from '../../src/adapters/eventstoredb/event-store.js';
import { describeEventStore } from './event-store.contract.js';

const url = process.env.TEST_EVENT_STORE_URL;

if (url) describeEventStore('EventStoreDB', async () => new KurrentEventStore(url, { allowVolatile: true }));
else it.skip('EventStoreDB as an event store: skipped, as TEST_EVENT_STORE_URL names no server', () => {});
