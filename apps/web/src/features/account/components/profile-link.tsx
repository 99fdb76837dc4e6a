import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { UsernameDialog } from './username-dialog.tsx';
import './profile-link.css';

const COPIED_MS = 2_000;

export function ProfileLink({ link, username }: { link: string; username: string }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <section aria-labelledby="profile-link" className="profile-link">
      <h3 id="profile-link" className="profile-link-title text-h3">
        Your Profile Link
      </h3>
      <div className="profile-link-line">
        <TextInput
          readOnly
          value={link}
          className="profile-link-link"
          aria-labelledby="profile-link"
          aria-describedby="profile-link-hint"
          onFocus={(event) => event.target.select()}
        />
        <CopyButton
          text={link}
          holdMs={COPIED_MS}
          onFailed={() => showSnackbar('Copying failed. Select the link and copy it by hand.', 'error')}
        />
      </div>
      <div id="profile-link-hint" className="profile-link-hint text-caption">
        Share this link to let others connect with you
      </div>
      <Button variant="text" size="small" className="profile-link-change" onClick={() => setChoosing(true)}>
        Change username
      </Button>
      {isChoosing && <UsernameDialog username={username} onClose={() => setChoosing(false)} />}
    </section>
  );
}
