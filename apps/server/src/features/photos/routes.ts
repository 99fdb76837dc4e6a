import { photoApi, photoLimitBytes, photoTypes } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { getScope, route } from '#platform/http.ts';
import { type ProfileSources, readProfile } from '../account/operations/profile.ts';
import { type PhotoPlatform, readPhoto, replacePhoto, uploadPhoto } from './operations.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

export async function photoRoutes(
  app: FastifyInstance,
  platform: PhotoPlatform & ProfileSources,
): Promise<void> {
  route(app, photoApi.removePhoto, async ({ request }) => {
    const scope = getScope(request);
    await replacePhoto(platform, scope, null);
    return { user: await readProfile(platform, scope), message: 'Photo removed' };
  });
  route(app, photoApi.readPhoto, async ({ params, reply }) => {
    const { bytes, contentType } = await readPhoto(platform, params.name);
    // Other sites may show it: a profile photo is public.
    return reply
      .type(contentType)
      .header('cache-control', FOR_EVER)
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(bytes);
  });
  await app.register(async (upload) => {
    upload.removeAllContentTypeParsers();
    for (const type of photoTypes) {
      upload.addContentTypeParser(
        type,
        { parseAs: 'buffer', bodyLimit: photoLimitBytes },
        (_request, body, done) => done(null, body),
      );
    }
    route(upload, photoApi.uploadPhoto, async ({ request, query }) => {
      const { x, y, size } = query;
      const given = [x, y, size].filter((value) => value !== undefined).length;
      if (given !== 0 && given !== 3) throw new AppError('invalid_request', 'Give x, y and size together.');
      const square = x !== undefined && y !== undefined && size !== undefined ? { x, y, size } : null;
      const file = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const scope = getScope(request);
      await uploadPhoto(platform, scope, file, square);
      return { user: await readProfile(platform, scope), message: 'Photo saved' };
    });
  });
}
