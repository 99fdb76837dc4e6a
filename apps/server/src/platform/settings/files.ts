import { z } from 'zod';
import { address } from './kinds.ts';

/** Storage of uploaded files. */
export const fileSettings = {
  S3_ENDPOINT: address
    .optional()
    .describe(
      'Address of an S3-compatible service for uploaded photos, without the bucket. Unset: `DATA_DIR/files`.',
    ),
  S3_BUCKET: z.string().min(1).optional().describe('Bucket for uploaded photos.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key ID for the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret access key for the bucket.'),
};
