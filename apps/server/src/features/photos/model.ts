/** A square part of a picture, in the picture's pixels. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}
