import type { Profile } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Avatar } from '#ui/avatar.tsx';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { type PhotoSquare, photoAccept, photoProblem, usePhoto } from '../hooks/use-photo.ts';

/** Loaded only when a photo is chosen. */
const PhotoDialog = lazy(async () => ({ default: (await import('./photo-dialog.tsx')).PhotoDialog }));

export function PhotoBlock({ profile }: { profile: Profile }) {
  const { save, remove } = usePhoto();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);

  const choose = (file: File | undefined) => {
    if (!file) return;
    const problem = photoProblem(file);
    if (problem) showSnackbar(problem, 'error');
    else setChosen({ file, address: URL.createObjectURL(file) });
  };
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen.address);
    setChosen(null);
  };
  const keep = (square: PhotoSquare) => {
    if (!chosen) return;
    save.mutate(
      { file: chosen.file, square },
      {
        onSuccess: () => {
          close();
          showSnackbar('Photo saved', 'success');
        },
        onError: (error) =>
          showSnackbar(getMessage(error, 'The photo could not be saved. Try again.'), 'error'),
      },
    );
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap', minWidth: 0 }}>
      <Avatar
        firstName={profile.firstName}
        lastName={profile.lastName}
        photoUrl={profile.photoUrl}
        size={64}
      />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Box component="h2" sx={{ m: 0, typography: 'h2', overflowWrap: 'anywhere' }}>
          {profile.firstName} {profile.lastName}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>PNG or JPG, up to 4 MB</Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button onClick={() => input.current?.click()} disabled={save.isPending}>
          {profile.photoUrl ? 'Change photo' : 'Add photo'}
        </Button>
        {profile.photoUrl && (
          <Button
            variant="text"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, {
                onSuccess: () => showSnackbar('Photo removed', 'success'),
                onError: (error) =>
                  showSnackbar(getMessage(error, 'The photo could not be removed. Try again.'), 'error'),
              })
            }
          >
            Remove
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={photoAccept}
          aria-label="Photo"
          hidden
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // Allows choosing the same file again.
            event.target.value = '';
          }}
        />
      </Box>
      {chosen && (
        <Suspense fallback={<LoadingBar />}>
          <PhotoDialog
            address={chosen.address}
            isBusy={save.isPending}
            onSave={keep}
            onClose={close}
            onUnreadable={() => {
              close();
              showSnackbar('This file could not be read as a picture. Use a PNG or JPG.', 'error');
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}
