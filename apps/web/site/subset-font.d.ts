declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    /** Limits of the font's axes, by their tags. */
    readonly variationAxes: Readonly<Record<string, { min: number; max: number; default: number }>>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
