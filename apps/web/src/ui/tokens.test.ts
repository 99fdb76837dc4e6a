import { describe, expect, test } from 'vitest';
import { darkColors, lightColors } from './tokens.ts';

type Token = keyof typeof darkColors;

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const surfaces: Token[] = ['sidebar', 'canvas', 'surface1', 'surface2', 'surface3'];
const texts: Token[] = [
  'text1',
  'text2',
  'text3',
  'primaryText',
  'secondaryText',
  'ok',
  'soft',
  'hard',
  'booking',
];
const fills: Token[] = [
  'bookingFill',
  'eventFill',
  'personalFill',
  'blockFill',
  'blockLastFill',
  'blockPinFill',
  'blockMovedFill',
  'blockDoneFill',
  'proposalFill',
  'chosen',
  'selected',
  'eventBase',
];
/** Pairs of a text and its background. */
const pairs: [Token, Token][] = [
  ...texts.flatMap((text) => surfaces.map((surface): [Token, Token] => [text, surface])),
  ...fills.flatMap((fill): [Token, Token][] => [
    ['text1', fill],
    ['text2', fill],
  ]),
  ['text3', 'blockDoneFill'],
  ['primaryText', 'primaryTint'],
  ['primaryText', 'primaryTintSoft'],
  ['primaryText', 'blockMovedFill'],
  ['secondaryText', 'secondaryTint'],
  ['ok', 'okTint'],
  ['soft', 'softTint'],
  ['hard', 'hardTint'],
  ['booking', 'bookingTint'],
  ['blockText', 'blockLastFill'],
  ['blockText', 'blockFill'],
  ['avatarText', 'avatarFill'],
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryHover'],
  ['onPrimary', 'secondary'],
  ['onPrimary', 'blockFocusFill'],
];
/** What only a border or a line shows needs 3. */
const shapes: [Token, Token][] = [
  ['control', 'canvas'],
  ['control', 'surface1'],
  ['primaryLight', 'canvas'],
  ['primaryLight', 'surface3'],
  ['blockDotted', 'canvas'],
  ['now', 'canvas'],
];

describe.each([
  ['dark', darkColors],
  ['light', lightColors],
] as const)('the %s theme', (_name, colors) => {
  test.each(pairs)('%s on %s can be read', (text, background) => {
    expect(contrast(colors[text], colors[background])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapes)('%s on %s can be seen', (shape, background) => {
    expect(contrast(colors[shape], colors[background])).toBeGreaterThanOrEqual(3);
  });
});
