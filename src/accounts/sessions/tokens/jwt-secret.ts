/** The secret for signing access tokens: configured, or generated once in the data directory. */
import { join } from 'node:path'
import type { Config } from '../../../platform/config/model'
import { ConfigError } from '../../../platform/config/config-error'
import { readOrCreateSecretFile, SecretFileDamaged } from '../../../platform/secrets/secret-file'

/**
 * Throws `ConfigError` if PostgreSQL is used without a configured secret, or if the secret cannot
 * be stored or its file is damaged.
 */
export function ensureJwtSecret(config: Config): string {
  const configured = config.auth.jwt_secret
  if (configured) return configured
  if (config.database.type === 'postgres') {
    throw createError(
      'auth.jwt_secret',
      'must be set when PostgreSQL is used: all processes sign with the same secret. Make one with "openssl rand -base64 32".',
    )
  }
  const file = join(config.data_dir, 'secrets', 'jwt_secret')
  try {
    return readOrCreateSecretFile(file)
  } catch (error) {
    if (error instanceof SecretFileDamaged) {
      throw createError(
        file,
        'is damaged. Delete it to have a new secret made; apps sign in again then.',
      )
    }
    const code = (error as NodeJS.ErrnoException).code
    if (!code) throw error
    throw createError(file, `cannot be read or written (${code})`)
  }
}

/** The installation stores the ID of its secret under this key. */
export const jwtSecretIdKey = 'jwt_secret_id'

/** Returns an ID that does not reveal the secret. */
export const identifyJwtSecret = (secret: string): string =>
  new Bun.CryptoHasher('sha256', secret).update('quire jwt secret id v1').digest('hex').slice(0, 16)

const createError = (source: string, message: string) => new ConfigError([{ source, message }])
