import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** Where site.css looks for it. */
export const TEXT_FACE_PATH = '/fonts/inter-site.woff2';

const { resolve } = createRequire(import.meta.url);

/** The whole of Inter's Latin letters, which the development server uses. */
export function readTextFace(): Buffer {
  return readFileSync(resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'));
}

/** Inter with the characters of the texts and those of a keyboard, in the weights of the site: half of its bytes. */
export async function makeTextFace(texts: readonly string[]): Promise<Buffer> {
  const characters = new Set(texts.join(''));
  for (let code = 0x20; code < 0x7f; code += 1) characters.add(String.fromCharCode(code));
  return subsetFont(readTextFace(), [...characters].join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
}
