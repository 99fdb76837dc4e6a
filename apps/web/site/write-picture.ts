import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** Pages load fast with pictures of at most this size. */
const MAX_BYTES = 60_000;
const QUALITIES = [86, 80, 74, 68, 60, 50, 40, 32, 25] as const;
const WIDTH = 1_600;

/** Saves a screenshot for the page of a feature, as well as it can be within the limit. */
export async function writePicture(folder: string, name: string, screenshot: Buffer): Promise<number> {
  for (const quality of QUALITIES) {
    const bytes = await sharp(screenshot)
      .resize({ width: WIDTH, withoutEnlargement: true })
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length > MAX_BYTES) continue;
    writeFileSync(path.join(folder, `${name}.webp`), bytes);
    return bytes.length;
  }
  throw new Error(`The picture '${name}' does not fit into ${MAX_BYTES} bytes`);
}

/**
 * Both pictures are seen at this size, where letters are a grey and another day or time makes no difference. Other
 * colours, and columns, cards or lists that came or went, do.
 */
const GLANCE = { width: 16, height: 10 };

/** By how much two pictures differ at a glance: the mean over the channels of all pixels, of 255. */
export async function measureDifference(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all([glance(one), glance(other)]);
  return first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length;
}

const glance = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .resize({ ...GLANCE, fit: 'fill', kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer();
