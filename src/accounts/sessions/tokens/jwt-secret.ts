/** The secret for signing access tokens: configured, or generated once in the data directory. */
import { join } from 'node:path'
import type { Config } from '../../../platform/config/model'
import { ConfigError } from '../../../platform/config/config-error'
import { readOrCreateSecretFile, SecretFileDamaged } from '../../../platform/secrets/secret-file'

/** Throws `ConfigError` when the secret cannot be stored or its file is damaged. */
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

const createError = (source: string, message: string) => new ConfigError([{ source, message }])
