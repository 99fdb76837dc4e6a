/** The colours of the design. Style sheets use them as CSS variables, by the names of `toVariable`. */
export const colors = {
  sidebar: '#0B0A11',
  canvas: '#0F0E15',
  surface1: '#16151E',
  surface2: '#1D1B27',
  surface3: '#262433',
  line: '#272533',
  lineStrong: '#3A374A',
  control: '#6E6A85',
  text1: '#F2F0F8',
  text2: '#B9B5CA',
  text3: '#918DA8',
  textDisabled: '#6F6B84',
  primary: '#7A4FF0',
  primaryHover: '#6B42E0',
  primaryLight: '#A488FF',
  primaryText: '#BCA6FF',
  primaryTint: '#2D2742',
  primaryTintSoft: '#221E33',
  secondary: '#1F6FE0',
  secondaryLight: '#5CAAFF',
  secondaryText: '#8CC4FF',
  secondaryTint: '#212D42',
  ok: '#5AD6A0',
  okTint: '#1B2E2C',
  soft: '#F7AD62',
  softTint: '#352A26',
  hard: '#FF8589',
  hardTint: '#37242C',
  booking: '#4FD3CC',
  bookingTint: '#1B3036',
  bookingFill: '#173A3E',
  eventFill: '#22334D',
  eventBar: '#5CAAFF',
  personalFill: '#3A2B3C',
  personalBar: '#FF9BC8',
  blockFill: '#221E33',
  blockDotted: '#8A70DE',
  blockLastFill: '#31284F',
  blockLastBorder: '#A488FF',
  blockPinFill: '#29233D',
  blockPinBorder: '#6F5FA6',
  blockFocusFill: '#7046E8',
  blockMovedFill: '#2B2346',
  blockDoneFill: '#1A1726',
  blockGhostBorder: '#5E5677',
  now: '#FF9BC8',
} as const;

/** `surface1` is `--surface-1`, `primaryTint` is `--primary-tint`. */
export function toVariable(token: string): string {
  return `--${token.replace(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`)}`;
}

/** Breakpoints of the layout. Components use 600, 900, 1200 and 1536 px in their style sheets. */
export const layoutBreakpoints = { tablet: 768, desktop: 1200 } as const;

/** The one shadow, for floating elements only. */
export const floatingShadow = '0 12px 32px rgba(5, 3, 12, 0.5)';
