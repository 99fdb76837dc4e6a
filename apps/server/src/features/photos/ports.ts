import type { Square } from './model.ts';

/** A decoded picture, rotated upright. */
export interface OpenPhoto {
  readonly width: number;
  readonly height: number;
  /** Encodes a square of it as a WebP of `edge` pixels, without metadata. Null when the file is truncated. */
  cut(square: Square, edge: number): Promise<Buffer | null>;
}

/** Decodes and re-encodes untrusted pictures. */
export interface PhotoEditor {
  /** Opens a file; null when its bytes are not JPEG, PNG or WebP, or when it is too large to decode. */
  open(file: Buffer): Promise<OpenPhoto | null>;
}
