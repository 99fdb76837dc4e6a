import type { Profile } from '@dayloom/contracts';
import { lazy, Suspense, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { type PhotoSquare, photoAccept, photoProblem, usePhoto } from '../hooks/use-photo.ts';
import './photo-block.css';

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
    <div className="photo-block">
      <Avatar
        firstName={profile.firstName}
        lastName={profile.lastName}
        photoUrl={profile.photoUrl}
        size={64}
      />
      <div className="photo-block-words">
        <h2 className="photo-block-name text-h2">
          {profile.firstName} {profile.lastName}
        </h2>
        <div className="photo-block-hint text-small">PNG or JPG, up to 4 MB</div>
      </div>
      <div className="photo-block-actions">
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
      </div>
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
    </div>
  );
}
