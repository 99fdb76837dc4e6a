import { createTheme } from '@mui/material/styles';
import { colors, floatingShadow, fontFamily, motion, radius } from '../ui/tokens.ts';
import './theme-augmentation.ts';

const type = (size: number, line: number, weight: number, tracking = '0') => ({
  fontSize: `${size / 16}rem`,
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: tracking,
});

const focusRing = { outline: `2px solid ${colors.primaryLight}`, outlineOffset: '2px' };

/** The dark theme of the design tokens. The specification asks for a dark interface only. */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'dl' },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  shape: { borderRadius: 8 },
  palette: {
    mode: 'dark',
    contrastThreshold: 4.5,
    background: {
      default: colors.canvas,
      paper: colors.surface1,
      sidebar: colors.sidebar,
      raised: colors.surface2,
      overlay: colors.surface3,
    },
    divider: colors.line,
    lineStrong: colors.lineStrong,
    control: colors.control,
    text: {
      primary: colors.text1,
      secondary: colors.text2,
      tertiary: colors.text3,
      disabled: colors.textDisabled,
    },
    primary: {
      main: colors.primary,
      dark: colors.primaryHover,
      light: colors.primaryLight,
      contrastText: '#FFFFFF',
      text: colors.primaryText,
      tint: colors.primaryTint,
      tintSoft: colors.primaryTintSoft,
    },
    secondary: {
      main: colors.secondary,
      light: colors.secondaryLight,
      contrastText: '#FFFFFF',
      text: colors.secondaryText,
      tint: colors.secondaryTint,
    },
    success: { main: colors.ok, tint: colors.okTint },
    warning: { main: colors.soft, tint: colors.softTint },
    error: { main: colors.hard, tint: colors.hardTint },
    booking: { main: colors.booking, tint: colors.bookingTint, fill: colors.bookingFill },
    event: {
      fill: colors.eventFill,
      bar: colors.eventBar,
      personalFill: colors.personalFill,
      personalBar: colors.personalBar,
    },
    block: {
      fill: colors.blockFill,
      dotted: colors.blockDotted,
      lastFill: colors.blockLastFill,
      lastBorder: colors.blockLastBorder,
      pinFill: colors.blockPinFill,
      pinBorder: colors.blockPinBorder,
      focusFill: colors.blockFocusFill,
      movedFill: colors.blockMovedFill,
      doneFill: colors.blockDoneFill,
      ghostBorder: colors.blockGhostBorder,
    },
    now: colors.now,
  },
  typography: {
    fontFamily,
    h1: type(24, 32, 640, '-0.018em'),
    h2: type(16, 24, 620, '-0.008em'),
    h3: type(14, 20, 600),
    h4: type(14, 20, 600),
    h5: type(14, 20, 600),
    h6: type(14, 20, 600),
    subtitle1: type(14, 20, 600),
    subtitle2: type(13, 18, 550),
    body1: type(14, 20, 400),
    body2: type(13, 18, 400),
    caption: type(12, 16, 500),
    overline: { ...type(12, 16, 500), textTransform: 'none' },
    button: { ...type(14, 20, 550), textTransform: 'none' },
  },
  transitions: {
    duration: {
      shortest: motion.fast,
      shorter: motion.fast,
      short: motion.base,
      standard: motion.base,
      complex: motion.slow,
      enteringScreen: motion.base,
      leavingScreen: motion.fast,
    },
    easing: { easeOut: motion.ease, easeInOut: motion.ease, easeIn: motion.ease, sharp: motion.ease },
  },
  components: {
    MuiCssBaseline: { styleOverrides: { body: { fontSize: '0.875rem', lineHeight: '20px' } } },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&:focus-visible, &.Mui-focusVisible': focusRing } },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none', border: `1px solid ${colors.line}` } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
      styleOverrides: {
        root: {
          minWidth: 0,
          height: 36,
          padding: '0 14px',
          borderRadius: radius.control,
          whiteSpace: 'nowrap',
          '&.Mui-disabled': { opacity: 0.45 },
        },
        sizeSmall: { height: 28, padding: '0 10px', fontSize: '0.8125rem', borderRadius: '7px' },
        sizeLarge: { height: 44, padding: '0 20px', fontSize: '0.9375rem', borderRadius: '10px' },
        startIcon: { marginRight: 8, marginLeft: -2 },
        endIcon: { marginLeft: 8, marginRight: -2 },
      },
      variants: [
        {
          props: { variant: 'contained', color: 'primary' },
          style: {
            '&:hover': { backgroundColor: colors.primaryHover },
            '&.Mui-disabled': { backgroundColor: colors.primary, color: '#fff' },
          },
        },
        {
          props: { variant: 'outlined', color: 'inherit' },
          style: {
            borderColor: colors.lineStrong,
            backgroundColor: colors.surface2,
            color: colors.text1,
            '&:hover': { backgroundColor: colors.surface3, borderColor: colors.control },
            '&.Mui-disabled': { color: colors.text1, borderColor: colors.lineStrong },
          },
        },
        {
          props: { variant: 'outlined', color: 'error' },
          style: {
            borderColor: colors.lineStrong,
            backgroundColor: 'transparent',
            '&:hover': { backgroundColor: colors.hardTint, borderColor: colors.hard },
          },
        },
        {
          props: { variant: 'text', color: 'inherit' },
          style: {
            color: colors.text2,
            '&:hover': { backgroundColor: colors.surface2, color: colors.text1 },
            '&.Mui-disabled': { color: colors.text2 },
          },
        },
      ],
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          width: 36,
          height: 36,
          padding: 0,
          borderRadius: radius.control,
          color: colors.text2,
          '&:hover': { backgroundColor: colors.surface2, color: colors.text1 },
        },
        sizeSmall: { width: 28, height: 28 },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          minHeight: 40,
          borderRadius: radius.control,
          backgroundColor: colors.canvas,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: colors.control, transition: 'none' },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: colors.text3 },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
            borderColor: colors.primaryLight,
            borderWidth: 1,
            boxShadow: `0 0 0 1px ${colors.primaryLight}`,
          },
          '&.Mui-readOnly': { backgroundColor: colors.surface1, color: colors.text2 },
          '&.Mui-readOnly .MuiOutlinedInput-notchedOutline': { borderColor: colors.lineStrong },
        },
        input: {
          padding: '10px 12px',
          height: 'auto',
          '&:focus-visible': { outline: 'none' },
          '&::placeholder': { color: colors.text3, opacity: 1 },
        },
        multiline: { padding: 0 },
        notchedOutline: { top: 0, '& legend': { display: 'none' } },
      },
    },
    MuiChip: {
      styleOverrides: {
        root: { height: 24, borderRadius: radius.chip, fontSize: '0.75rem', fontWeight: 500 },
        label: { padding: '0 8px' },
      },
    },
    MuiTabs: {
      styleOverrides: {
        root: { minHeight: 40, borderBottom: `1px solid ${colors.line}` },
        list: { gap: 4 },
        indicator: { height: 2, borderRadius: 2, backgroundColor: colors.primaryLight },
      },
    },
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 40,
          minWidth: 0,
          padding: '0 12px',
          color: colors.text2,
          fontWeight: 550,
          '&.Mui-selected': { color: colors.text1 },
          '&:focus-visible, &.Mui-focusVisible': { outlineOffset: '-2px', borderRadius: radius.control },
        },
      },
    },
    MuiSwitch: {
      styleOverrides: {
        root: { width: 36, height: 20, padding: 0, overflow: 'visible' },
        switchBase: {
          padding: 2,
          '&.Mui-checked': {
            transform: 'translateX(16px)',
            color: '#fff',
            '& + .MuiSwitch-track': { backgroundColor: colors.primary, opacity: 1 },
          },
          '&:hover, &.Mui-checked:hover': { backgroundColor: 'transparent' },
          '&.Mui-focusVisible, &:focus-visible': { outline: 'none' },
          '&.Mui-focusVisible + .MuiSwitch-track': focusRing,
        },
        thumb: { width: 16, height: 16, boxShadow: 'none', backgroundColor: '#fff' },
        // 3:1 contrast against the card, so that a switch that is off is still visible as a control.
        track: { borderRadius: radius.pill, opacity: 1, backgroundColor: colors.control },
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: radius.sheet,
          backgroundColor: colors.surface3,
          borderColor: colors.lineStrong,
          boxShadow: floatingShadow,
        },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { ...type(16, 24, 620, '-0.008em'), padding: '20px 24px 8px' } },
    },
    MuiDialogContent: {
      styleOverrides: {
        root: {
          padding: '0 24px 20px',
          // A scrolling container clips the focus ring of its first control.
          '.MuiDialogTitle-root + &': { paddingTop: 6, marginTop: -6 },
        },
      },
    },
    MuiDialogActions: { styleOverrides: { root: { padding: '0 24px 20px', gap: 8 } } },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(5,3,12,.62)' } } },
    },
    MuiMenu: {
      styleOverrides: {
        paper: {
          backgroundColor: colors.surface3,
          borderColor: colors.lineStrong,
          boxShadow: floatingShadow,
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 36,
          fontSize: '0.875rem',
          '&:hover, &.Mui-focusVisible': { backgroundColor: '#322C4B' },
          '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: '#322C4B' },
        },
      },
    },
    MuiTooltip: {
      styleOverrides: {
        tooltip: {
          ...type(12, 16, 500),
          backgroundColor: colors.surface3,
          border: `1px solid ${colors.lineStrong}`,
          color: colors.text1,
        },
      },
    },
    MuiSkeleton: {
      defaultProps: { animation: 'wave', variant: 'rounded' },
      styleOverrides: { root: { backgroundColor: colors.surface3 } },
    },
    MuiLink: { styleOverrides: { root: { color: colors.secondaryText, fontWeight: 500 } } },
  },
});
