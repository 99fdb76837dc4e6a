import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileStore, getContentType, isFileName } from '#platform/files.ts';

export function folderFiles(folder: string): FileStore {
  const toPath = (name: string) => {
    if (!isFileName(name)) throw new Error(`'${name}' is not the name of a stored file.`);
    return path.join(folder, name);
  };
  return {
    async put(name, { bytes }) {
      const place = toPath(name);
      await mkdir(path.dirname(place), { recursive: true });
      // Written to a temporary file and renamed, so that a crash leaves no partial picture.
      const fresh = `${place}.${randomUUID()}`;
      await writeFile(fresh, bytes);
      await rename(fresh, place);
    },
    async find(name) {
      try {
        return { bytes: await readFile(toPath(name)), contentType: getContentType(name) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async delete(name) {
      await rm(toPath(name), { force: true });
    },
  };
}
