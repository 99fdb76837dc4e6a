import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Wordmark } from '#ui/brand.tsx';
import { WeaveArt } from './weave-art.tsx';

interface SignInFrameProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The two halves of the login and sign-up pages; the illustration is hidden on small screens. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  const { productName } = useClientConfig();
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0,1fr) minmax(0,640px)' },
        minHeight: '100dvh',
      }}
    >
      <Box
        component="main"
        sx={{
          display: 'flex',
          flexDirection: 'column',
          p: { xs: '24px 20px', sm: '40px 56px' },
          minWidth: 0,
        }}
      >
        <Box
          component="a"
          href="/"
          sx={{ alignSelf: 'flex-start', borderRadius: '6px', color: 'text.primary', textDecoration: 'none' }}
        >
          <Wordmark name={productName} size={19} mark={28} />
        </Box>
        <Box sx={{ flex: 1, display: 'flex', alignItems: 'center', py: 5 }}>
          <Box sx={{ width: '100%', maxWidth: 400, mx: 'auto' }}>
            <Box
              component="h1"
              sx={{ m: 0, fontSize: 32, lineHeight: '40px', fontWeight: 640, letterSpacing: '-0.026em' }}
            >
              {title}
            </Box>
            <Box sx={{ mt: 1, fontSize: 15, lineHeight: '24px', color: 'text.secondary' }}>{lead}</Box>
            {children}
          </Box>
        </Box>
        <Box
          component="footer"
          sx={{
            display: 'flex',
            gap: 2,
            typography: 'caption',
            fontWeight: 400,
            '& a': { color: 'text.tertiary', textDecoration: 'none', py: 0.5 },
            '& a:hover': { color: 'text.secondary', textDecoration: 'underline' },
          }}
        >
          <a href="/policies/privacy-policy">Privacy policy</a>
          <a href="/policies/terms-and-conditions">Terms and conditions</a>
        </Box>
      </Box>
      <Box
        component="aside"
        aria-hidden="true"
        sx={{
          display: { xs: 'none', lg: 'block' },
          position: 'relative',
          overflow: 'hidden',
          borderLeft: 1,
          borderColor: 'divider',
          bgcolor: 'background.sidebar',
        }}
      >
        <WeaveArt />
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            background: 'linear-gradient(180deg, rgba(11,10,17,0) 40%, rgba(11,10,17,.92) 78%)',
          }}
        />
        <Box
          sx={{
            position: 'absolute',
            left: 48,
            right: 48,
            bottom: 64,
            fontSize: 28,
            lineHeight: '36px',
            fontWeight: 620,
            letterSpacing: '-0.022em',
          }}
        >
          Tasks across, meetings down.
          <br />
          {productName} weaves the day.
        </Box>
      </Box>
    </Box>
  );
}
