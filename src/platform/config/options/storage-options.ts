import { parseBucketPrefix, parsePublicUrl } from '../formats'
import * as kind from '../option'

/** Settings for the storage of thumbnails, uploads, exports and imports. */
export const storageOptions = {
  'storage.type': kind.choice(
    ['folder', 's3'],
    'folder',
    'Where thumbnails, uploaded covers, exports and imports are stored. folder: in data_dir. s3: in a bucket of Amazon S3 or a compatible service, so that several processes need no shared folder. Use "quire storage copy" to move what there is.',
  ),
  'storage.s3.endpoint': kind.formattedText(
    undefined,
    'URL of the S3-compatible service, such as https://s3.example.org. Not set: Amazon S3 in the region.',
    parsePublicUrl,
  ),
  'storage.s3.region': kind.requiredText('us-east-1', 'Region of the bucket.', 100),
  'storage.s3.bucket': kind.optionalText(
    'Name of the bucket. It must exist and be private, and the access key needs permission to list, read, write and delete.',
  ),
  'storage.s3.prefix': kind.formattedText(
    '',
    'Beginning of all names in the bucket, such as quire, if the bucket has other files as well.',
    parseBucketPrefix,
  ),
  'storage.s3.access_key_id': kind.secret(
    'ID of the access key. Prefer SERVICE_STORAGE__S3__ACCESS_KEY_ID or service.local.yaml.',
  ),
  'storage.s3.secret_access_key': kind.secret(
    'Secret of the access key. Prefer SERVICE_STORAGE__S3__SECRET_ACCESS_KEY or service.local.yaml.',
  ),
  'storage.s3.timeout_seconds': kind.boundedInteger(
    10,
    { min: 1, max: 300 },
    'How long to wait for the bucket to answer, in seconds.',
  ),
} as const
