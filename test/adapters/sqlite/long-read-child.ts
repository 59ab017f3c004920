import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { books, library, notes } from '../../contracts/library.js';

const store = new SqliteDocumentStore(process.argv[2] ?? '');
await store.prepare([books, notes]);
const { put, books: reader } = library(store);
await put({ id: 'a', title: 'tide', pages: 3 });
const count = await reader.count({ where: [{ field: 'pages', is: '>', value: 2 }] });
process.stdout.write(`found ${count}`);
await store.close();
