import type { PhotoEditor } from '#features/photos/ports.ts';

const READABLE = new Set(['jpeg', 'png', 'webp']);
/** A small file can decompress to a huge picture. Larger ones are refused. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 84;

/** Photos by libvips. The library is loaded with the first photo. */
export const sharpPhotos: PhotoEditor = {
  async open(file) {
    const { default: sharp } = await import('sharp');
    // One photo at a time is fast enough, and a cache would only use memory.
    sharp.cache(false);
    sharp.concurrency(1);
    const source = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false });
    const found = await orNull(source.metadata());
    if (!found || !READABLE.has(found.format) || found.width * found.height > MAX_PIXELS) return null;
    // Orientations from 5 on swap width and height (Exif 2.3, tag 0x0112).
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

/** Any error means that the file is not a picture that can be shown. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
