import { randomBytes } from 'node:crypto';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { FileStore, StoredFile } from '#platform/files.ts';
import type { Scope } from '#platform/scope.ts';
import { findPhoto, setPhoto } from '../account/operations/profile.ts';
import type { Square } from './model.ts';
import type { PhotoEditor } from './ports.ts';
import { decideSquare } from './rules.ts';

export interface PhotoPlatform extends DbContext, Pick<Platform, 'log'> {
  readonly files: FileStore;
  readonly photos: PhotoEditor;
}

const EDGE_PIXELS = 512;
const NAME_BYTES = 16;

/** The path of a photo in the file store. */
const toPath = (name: string) => `photos/${name}`;

/**
 * Sets the photo. Its name is random and new each time, so it cannot be guessed and can be cached forever.
 */
export async function uploadPhoto(
  platform: PhotoPlatform,
  scope: Scope,
  file: Buffer,
  square: Square | null,
): Promise<void> {
  const photo = file.length > 0 ? await platform.photos.open(file) : null;
  const bytes = await photo?.cut(decideSquare(photo.width, photo.height, square), EDGE_PIXELS);
  if (!bytes) {
    throw new AppError('unprocessable', 'This file could not be read as a picture. Use a PNG or JPG.');
  }
  const name = `${randomBytes(NAME_BYTES).toString('hex')}.webp`;
  await platform.files.put(toPath(name), { bytes, contentType: 'image/webp' });
  await replacePhoto(platform, scope, name);
}

export async function readPhoto({ files }: Pick<PhotoPlatform, 'files'>, name: string): Promise<StoredFile> {
  const file = await files.find(toPath(name));
  if (!file) throw notFound('The photo');
  return file;
}

/** Deletes the file when an account is deleted; it is retried when the file store fails. */
export async function endPhoto(platform: Pick<PhotoPlatform, 'db' | 'files'>, scope: Scope): Promise<void> {
  const name = await findPhoto(platform, scope);
  if (name) await platform.files.delete(toPath(name));
}

/** Removes the photo if `name` is null. */
export async function replacePhoto(
  platform: Omit<PhotoPlatform, 'photos'>,
  scope: Scope,
  name: string | null,
): Promise<void> {
  const old = await setPhoto(platform, scope, name);
  if (old) {
    try {
      await platform.files.delete(toPath(old));
    } catch (error) {
      // The new photo is saved; the old file is only left over.
      platform.log.warn({ err: error }, 'An old photo could not be deleted');
    }
  }
}
