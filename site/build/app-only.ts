#!/usr/bin/env node
// Builds the app alone, within a copy of the last build of the site: `node site/build/app-only.ts FOLDER`, then `SITE_DIR=FOLDER`.
import { cpSync, globSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pack } from './pack-files.ts';
import { routeOf } from './routes.ts';
import { appPages, buildApp } from './serve-app.ts';

const folder = resolve(process.argv[2] ?? '.cache/app');
rmSync(folder, { recursive: true, force: true });
cpSync(realpathSync(join(import.meta.dirname, '../dist')), folder, { recursive: true });
rmSync(join(folder, '_app'), { recursive: true, force: true });
await buildApp(folder);

const list = join(folder, '.files.json');
const listed = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as object);
const kept = listed.filter(([route]) => !route.startsWith('/_app/'));
const built = [...appPages, ...globSync('_app/**/*.{js,css}', { cwd: folder })];
const packed = built.map((file) => [routeOf(file), pack(folder, file)]);
writeFileSync(list, JSON.stringify(Object.fromEntries([...kept, ...packed])));
