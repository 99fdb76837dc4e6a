import type { PhotoEditor } from '#features/photos/ports.ts';

const READABLE = new Set(['jpeg', 'png', 'webp']);
/** A small file can unpack to a wall of pixels; nothing larger than this is unpacked. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 84;

/** Photos by libvips. The library is loaded with the first photo. */
export const sharpPhotos: PhotoEditor = {
  async open(file) {
    const { default: sharp } = await import('sharp');
    // One photo at a time is fast enough, and what was worked on is not kept.
    sharp.cache(false);
    sharp.concurrency(1);
    const source = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false });
    const found = await orNull(source.metadata());
    if (!found || !READABLE.has(found.format) || found.width * found.height > MAX_PIXELS) return null;
    // Orientations from 5 on lie on their side (Exif 2.3, tag 0x0112).
    const isOnItsSide = (found.orientation ?? 1) >= 5;
    return {
      width: isOnItsSide ? found.height : found.width,
      height: isOnItsSide ? found.width : found.height,
      cut: ({ x, y, size }, edge) =>
        orNull(
          source
            .rotate()
            .extract({ left: x, top: y, width: size, height: size })
            .resize(edge, edge)
            .webp({ quality: QUALITY })
            .toBuffer(),
        ),
    };
  },
};

/** Whatever is wrong with a file, it is no picture that we can show. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
