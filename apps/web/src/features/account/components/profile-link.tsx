import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { UsernameDialog } from './username-dialog.tsx';

const COPIED_MS = 2_000;

export function ProfileLink({ link, username }: { link: string; username: string }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Box
      component="section"
      aria-labelledby="profile-link"
      sx={{ p: 2, borderRadius: '10px', border: 1, borderColor: 'divider', bgcolor: 'background.raised' }}
    >
      <Box component="h3" id="profile-link" sx={{ m: '0 0 10px', typography: 'h3' }}>
        Your Profile Link
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <OutlinedInput
          readOnly
          value={link}
          sx={{ flex: '1 1 180px', minWidth: 0 }}
          inputProps={{ 'aria-labelledby': 'profile-link', 'aria-describedby': 'profile-link-hint' }}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton
          text={link}
          holdMs={COPIED_MS}
          onFailed={() => showSnackbar('Copying failed. Select the link and copy it by hand.', 'error')}
        />
      </Box>
      <Box
        id="profile-link-hint"
        sx={{ mt: 1, typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}
      >
        Share this link to let others connect with you
      </Box>
      <Button variant="text" size="small" sx={{ mt: 1, ml: -1 }} onClick={() => setChoosing(true)}>
        Change username
      </Button>
      {isChoosing && <UsernameDialog username={username} onClose={() => setChoosing(false)} />}
    </Box>
  );
}
