import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Picture } from '../src/features/site/model/page.ts';

/** Pictures by their file's name, with the bytes that are served at their address. */
export type Pictures = ReadonlyMap<string, Picture & { readonly bytes: Buffer }>;

const SMALL_WIDTH = 800;
const SMALL_QUALITY = 72;

/** Reads the pictures of the product, which `npm run pictures` makes. */
export async function readPictures(folder: string): Promise<Pictures> {
  const pictures = await Promise.all(
    globSync('*.webp', { cwd: folder })
      .sort()
      .map(async (file) => {
        const bytes = readFileSync(path.join(folder, file));
        const { width, height } = await sharp(bytes).metadata();
        const small = { address: toAssetAddress(`small-${file}`, bytes), width: SMALL_WIDTH };
        return [file, { address: toAssetAddress(file, bytes), width, height, small, bytes }] as const;
      }),
  );
  const byFile = new Map(pictures);
  return new Map(
    pictures.map(([file, picture]) => [file, { ...picture, light: byFile.get(toLightFile(file)) ?? null }]),
  );
}

/** The file of the same picture in the light theme. */
export const toLightFile = (file: string): string => file.replace(/\.webp$/, '-light.webp');

/** The picture for phones. */
export function makeSmall(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).resize({ width: SMALL_WIDTH }).webp({ quality: SMALL_QUALITY }).toBuffer();
}

/** Named by its content, as the bundler's files, so that browsers may keep it. */
export function toAssetAddress(name: string, bytes: Buffer): string {
  const { ext, name: stem } = path.parse(name);
  return `/assets/${stem}-${createHash('sha1').update(bytes).digest('base64url').slice(0, 8)}${ext}`;
}
