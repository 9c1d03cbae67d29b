import { parseEncryptionKey } from '../formats'
import * as kind from '../option'

/** Settings for the key that encrypts credentials for other services. */
export const encryptionOptions = {
  encryption_key: {
    ...kind.formattedText(
      undefined,
      'Key that encrypts the credentials for other services in the database: 32 bytes as base64, created with "openssl rand -base64 32". When it is not set, Quire generates one and stores it in data_dir. Prefer SERVICE_ENCRYPTION_KEY.',
      parseEncryptionKey,
    ),
    secret: true,
  },

  encryption_key_previous: {
    ...kind.formattedText(
      undefined,
      'Previous value of encryption_key, needed only for "quire secrets rotate". Prefer SERVICE_ENCRYPTION_KEY_PREVIOUS.',
      parseEncryptionKey,
    ),
    secret: true,
  },
} as const
