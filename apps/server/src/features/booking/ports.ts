/** Draws vector pictures that this server made. */
export interface PictureWriter {
  /** The SVG as a PNG of `width` pixels. */
  toPng(svg: string, width: number): Promise<Buffer>;
}
