import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The spellings under which a secret could lie in a file. */
const spellings = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
};

/** Files below a folder that hold a secret in clear or in a plain encoding. */
export function filesWith(folder: string, secret: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => {
    const content = contentOf(path);
    return spellings(secret).some((spelling) => content.includes(spelling));
  });
}

/** A file that was removed after it was listed has none. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
