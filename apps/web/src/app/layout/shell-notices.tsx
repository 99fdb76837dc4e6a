import Box from '@mui/material/Box';
import { FlaskConical, TriangleAlert } from 'lucide-react';
import { OfflineNotice } from './offline-notice.tsx';

interface ShellNoticesProps {
  sandbox: readonly string[];
  profileFailed: boolean;
  onRetryProfile: () => void;
}

const strip = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: { xs: 2, sm: 3 },
  py: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
  typography: 'body2',
} as const;

/** Slim strips under the top bar with notices for every page. */
export function ShellNotices({ sandbox, profileFailed, onRetryProfile }: ShellNoticesProps) {
  return (
    <section aria-label="Notices">
      <OfflineNotice />
      {profileFailed && (
        <Box role="alert" sx={{ ...strip, bgcolor: 'error.tint' }}>
          <TriangleAlert size={16} style={{ flex: 'none' }} />
          <Box sx={{ flex: 1 }}>Failed to fetch profile</Box>
          <button type="button" className="button button-text" onClick={onRetryProfile}>
            Try again
          </button>
        </Box>
      )}
      {sandbox.length > 0 && (
        <Box role="note" sx={{ ...strip, color: 'text.tertiary', bgcolor: 'background.sidebar' }}>
          <FlaskConical size={14} style={{ flex: 'none' }} />
          <Box component="span" sx={{ minWidth: 0 }}>
            {/* On phones one line is all it may take. */}
            <Box component="span" sx={{ display: { sm: 'none' } }}>
              Sandbox mode.
            </Box>
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
              Sandbox: {sandbox.map(inWords).join(', ')}. What is sent there stays on this server.
            </Box>{' '}
            <Box component="a" href="/sandbox" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              Open the sandbox
            </Box>
          </Box>
        </Box>
      )}
    </section>
  );
}

const names: Record<string, string> = {
  google: 'Google',
  outlook: 'Outlook',
  caldav: 'CalDAV',
  sms: 'text messages',
};

/** The name of an integration within a sentence. */
const inWords = (name: string): string => names[name] ?? name;
