import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

/** A loading part of a page, where the specification gives the text. */
export function LoadingRow({ children }: { children: string }) {
  return (
    <Box
      component="output"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1.5,
        p: 6,
        color: 'text.secondary',
      }}
    >
      <CircularProgress size={18} aria-hidden />
      {children}
    </Box>
  );
}
