import { z } from 'zod';
import { Profile } from './account.ts';
import { endpoint } from './endpoint.ts';
import { succeeded } from './values.ts';

/** The types accepted as a photo. The server checks the content, not the name. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** The largest photo, in bytes. */
export const photoLimitBytes = 4 * 1024 * 1024;

const Pixel = z.coerce.number().int().min(0).max(20_000);
const ProfileResponse = z.object({ ...succeeded, user: Profile, message: z.string() });

export const photoApi = {
  uploadPhoto: endpoint({
    method: 'PUT',
    path: '/user/photo',
    summary:
      'Set the photo; the body is the file, the query the square to keep, in pixels of the upright image',
    access: 'user',
    /** All three or none: without them the square in the middle is used. */
    query: z.object({ x: Pixel.optional(), y: Pixel.optional(), size: Pixel.min(1).optional() }),
    media: 'image/*',
    response: ProfileResponse,
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: '/user/photo',
    summary: 'Remove the photo; the initials are shown instead',
    access: 'user',
    response: ProfileResponse,
  }),
  readPhoto: endpoint({
    method: 'GET',
    path: '/photos/:name',
    summary: 'A photo, 512 by 512 pixels; its name cannot be guessed and changes with the photo',
    access: 'public',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{32}\.webp$/) }),
    media: 'image/webp',
    response: z.undefined(),
  }),
};
