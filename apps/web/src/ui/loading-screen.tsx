import Box from '@mui/material/Box';
import { Mark } from './brand.tsx';

interface LoadingScreenProps {
  title: string;
  children?: string | null | undefined;
}

/** A loading page with its text. */
export function LoadingScreen({ title, children }: LoadingScreenProps) {
  return (
    <Box
      component="output"
      sx={{
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        p: 3,
        textAlign: 'center',
      }}
    >
      <Box
        sx={{
          mb: 1,
          animation: 'dl-breathe 1.6s ease-in-out infinite',
          '@keyframes dl-breathe': { '50%': { opacity: 0.45 } },
        }}
      >
        <Mark size={40} />
      </Box>
      <Box sx={{ typography: 'h2' }}>{title}</Box>
      {children && <Box sx={{ color: 'text.secondary', maxWidth: 420, textWrap: 'balance' }}>{children}</Box>}
    </Box>
  );
}
