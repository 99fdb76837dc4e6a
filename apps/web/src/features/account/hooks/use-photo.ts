import { type Profile, photoApi, photoLimitBytes, photoTypes } from '@dayloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, upload } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';

export const photoAccept = photoTypes.join(',');

/** The square to crop, in pixels of the picture as displayed. */
export interface PhotoSquare {
  x: number;
  y: number;
  size: number;
}

/** Why a file is refused before the upload; null if it is accepted. */
export function photoProblem(file: File): string | null {
  if (!photoTypes.some((type) => type === file.type)) return 'Choose a PNG or JPG.';
  return file.size > photoLimitBytes ? 'This picture is larger than 4 MB. Choose a smaller one.' : null;
}

export function usePhoto() {
  const client = useQueryClient();
  const keep = (user: Profile) => client.setQueryData(queryKeys.profile, user);
  const save = useMutation({
    mutationFn: async ({ file, square }: { file: File; square: PhotoSquare }) =>
      (await upload(photoApi.uploadPhoto, { query: square }, { body: file, type: file.type })).user,
    onSuccess: keep,
  });
  const remove = useMutation({
    mutationFn: async () => (await call(photoApi.removePhoto)).user,
    onSuccess: keep,
  });
  return { save, remove };
}
