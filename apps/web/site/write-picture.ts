import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** Pages load fast with pictures of at most this size. */
const MOST_BYTES = 60_000;
const QUALITIES = [86, 80, 74, 68, 60, 50, 40, 32, 25] as const;
const WIDTH = 1_600;

/** Saves a screenshot for the page of a feature, as well as it can be within the limit. */
export async function writePicture(folder: string, name: string, screenshot: Buffer): Promise<number> {
  for (const quality of QUALITIES) {
    const bytes = await sharp(screenshot)
      .resize({ width: WIDTH, withoutEnlargement: true })
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length > MOST_BYTES) continue;
    writeFileSync(path.join(folder, `${name}.webp`), bytes);
    return bytes.length;
  }
  throw new Error(`The picture '${name}' does not fit into ${MOST_BYTES} bytes`);
}
