import type { PictureWriter } from '#features/booking/ports.ts';

/** Pictures by libvips. The library is loaded with the first one. */
export const sharpPictures: PictureWriter = {
  async toPng(svg, width) {
    const { default: sharp } = await import('sharp');
    return sharp(Buffer.from(svg)).resize(width).png().toBuffer();
  },
};
