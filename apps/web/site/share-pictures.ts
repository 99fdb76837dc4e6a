import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'opentype.js';
import sharp from 'sharp';
import { markShapes } from '../src/features/site/components/icons.ts';
import { darkColors } from '../src/ui/tokens.ts';

const require = createRequire(import.meta.url);
// CommonJS whose exports Node cannot name.
const { parse } = require('opentype.js') as typeof import('opentype.js');

/** What sites show that follow https://ogp.me, in pixels. */
export const SHARE_SIZE = { width: 1_200, height: 630 } as const;

const MARGIN = 88;
const TITLE = { size: 68, line: 80, most: 4 } as const;
const LABEL_SIZE = 30;

let fonts: { readonly title: Font; readonly label: Font } | undefined;

/**
 * A picture of a page for sites where it is shared: the mark and the page's title. The letters are drawn as paths, so
 * that it looks the same on machines without fonts.
 */
export function drawSharePicture(title: string, label: string): Promise<Buffer> {
  fonts ??= { title: readFont('inter-latin-600-normal'), label: readFont('inter-latin-400-normal') };
  const lines = breakLines(title, fonts.title, SHARE_SIZE.width - 2 * MARGIN);
  const top = SHARE_SIZE.height / 2 - ((lines.length - 1) * TITLE.line) / 2 + 60;
  const paths = [
    ...lines.map((line, index) =>
      toPath(fonts!.title, line, top + index * TITLE.line, TITLE.size, darkColors.text1),
    ),
    toPath(fonts.label, label, MARGIN + 47, LABEL_SIZE, darkColors.text2, MARGIN + 92),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}">
<rect width="100%" height="100%" fill="${darkColors.canvas}"/>
<g transform="translate(700 -40) scale(22)" opacity="0.07">${markShapes}</g>
<g transform="translate(${MARGIN} ${MARGIN}) scale(2.25)">${markShapes}</g>
${paths.join('\n')}
</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer();
}

function readFont(name: string): Font {
  const file = require.resolve(`@fontsource/inter/files/${name}.woff`);
  const bytes = readFileSync(file);
  return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Glyph by glyph: the library's own layout does not know all lookups of Inter, which Latin titles do not need. */
function toPath(font: Font, text: string, y: number, size: number, color: string, x = MARGIN): string {
  let at = x;
  const outlines = toGlyphs(font, text).map(({ glyph, advance }) => {
    const outline = glyph.getPath(at, y, size).toPathData(1);
    at += (advance * size) / font.unitsPerEm;
    return outline;
  });
  return `<path fill="${color}" d="${outlines.join('')}"/>`;
}

function getWidth(font: Font, text: string, size: number): number {
  return toGlyphs(font, text).reduce((sum, { advance }) => sum + (advance * size) / font.unitsPerEm, 0);
}

function toGlyphs(font: Font, text: string) {
  const glyphs = Array.from(text, (character) => font.charToGlyph(character));
  return glyphs.map((glyph, index) => {
    const next = glyphs[index + 1];
    return { glyph, advance: (glyph.advanceWidth ?? 0) + (next ? font.getKerningValue(glyph, next) : 0) };
  });
}

function breakLines(text: string, font: Font, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && getWidth(font, longer, TITLE.size) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.slice(0, TITLE.most);
}
