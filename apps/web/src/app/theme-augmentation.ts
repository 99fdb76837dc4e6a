/** Declares this product's extra colours to the component library's types. */
declare module '@mui/material/styles' {
  interface TypeBackground {
    sidebar: string;
    raised: string;
    overlay: string;
  }
  interface TypeText {
    tertiary: string;
  }
  interface PaletteColor {
    text: string;
    tint: string;
    tintSoft: string;
  }
  interface SimplePaletteColorOptions {
    text?: string;
    tint?: string;
    tintSoft?: string;
  }
  interface ProductPalette {
    lineStrong: string;
    control: string;
    booking: { main: string; tint: string; fill: string };
    event: { fill: string; bar: string; personalFill: string; personalBar: string };
    block: {
      fill: string;
      dotted: string;
      lastFill: string;
      lastBorder: string;
      pinFill: string;
      pinBorder: string;
      focusFill: string;
      movedFill: string;
      doneFill: string;
      ghostBorder: string;
    };
    now: string;
  }
  interface Palette extends ProductPalette {}
  interface PaletteOptions extends ProductPalette {}
}

export {};
