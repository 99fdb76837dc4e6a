import type { Square } from './model.ts';

/** A picture that could be read, upright. */
export interface OpenPhoto {
  readonly width: number;
  readonly height: number;
  /**
   * Writes a square of it anew as WebP of `edge` pixels, without anything the camera wrote into it. Null when
   * the picture breaks off.
   */
  cut(square: Square, edge: number): Promise<Buffer | null>;
}

/** Makes pictures of strangers harmless. */
export interface PhotoEditor {
  /** Looks into a file; null when it is no JPEG, PNG or WebP by its bytes, or too large to be unpacked. */
  open(file: Buffer): Promise<OpenPhoto | null>;
}
