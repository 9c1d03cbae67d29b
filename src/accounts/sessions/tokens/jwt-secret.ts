/** The secret that signs access tokens: configured, or created once in the data directory. */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../platform/config/model'
import { ConfigError } from '../../../platform/config/config-error'
import { isAbsent } from '../../../platform/lib/optional-files'

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
  const folder = join(config.data_dir, 'secrets')
  const file = join(folder, 'jwt_secret')
  try {
    return readSecret(file) ?? createSecret(folder, file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (!code || error instanceof ConfigError) throw error
    throw createError(file, `cannot be read or written (${code})`)
  }
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (Buffer.from(secret, 'base64').length !== 32) {
      throw createError(
        file,
        'is damaged. Delete it to have a new secret made; apps sign in again then.',
      )
    }
    const isOpenToOthers = (statSync(file).mode & 0o077) !== 0
    if (isOpenToOthers && process.platform !== 'win32') chmodSync(file, 0o600)
    return secret
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

function createSecret(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeAndSync(draft, `${secret}\n`)
  try {
    // Linking never replaces a file, so two processes that start together use the same secret.
    linkSync(draft, file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return readSecret(file)!
    // Some file systems have no hard links; exclusive creation is nearly as safe.
    writeAndSync(file, `${secret}\n`)
  } finally {
    rmSync(draft, { force: true })
  }
  return secret
}

function writeAndSync(file: string, content: string) {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, content)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const createError = (source: string, message: string) => new ConfigError([{ source, message }])
