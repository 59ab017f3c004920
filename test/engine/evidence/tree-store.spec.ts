import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { describeTreeStore } from '../../contracts/tree-store.contract.js';

const operations = new SqliteOperationalStore(':memory:');

describeTreeStore('SQLite', () => operations);
