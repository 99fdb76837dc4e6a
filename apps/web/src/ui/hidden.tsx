import Box from '@mui/material/Box';

/** Text for screen readers only. */
export function Hidden({ children, id }: { children: string; id?: string }) {
  return (
    <Box
      component="span"
      id={id}
      sx={{
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}
