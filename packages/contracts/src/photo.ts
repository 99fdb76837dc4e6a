import { z } from 'zod';
import { Profile } from './account.ts';
import { endpoint } from './endpoint.ts';
import { succeeded } from './values.ts';

/** What may be sent as a photo; the server looks into the file and does not believe its name. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** The largest photo, in bytes. */
export const photoLimitBytes = 4 * 1024 * 1024;

const Pixel = z.coerce.number().int().min(0).max(20_000);
const ProfileAnswer = z.object({ ...succeeded, user: Profile, message: z.string() });

export const photoApi = {
  uploadPhoto: endpoint({
    method: 'PUT',
    path: '/user/photo',
    summary:
      'Set the photo: the file is the body; the square to keep is told in pixels of the upright picture',
    access: 'user',
    /** All three or none: without them the middle square is kept. */
    query: z.object({ x: Pixel.optional(), y: Pixel.optional(), size: Pixel.min(1).optional() }),
    media: 'image/*',
    response: ProfileAnswer,
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: '/user/photo',
    summary: 'Remove the photo; the initials stand in for it',
    access: 'user',
    response: ProfileAnswer,
  }),
  readPhoto: endpoint({
    method: 'GET',
    path: '/photos/:name',
    summary: 'A photo, 512 pixels square; its name cannot be guessed and changes with the photo',
    access: 'public',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{32}\.webp$/) }),
    media: 'image/webp',
    response: z.undefined(),
  }),
};
