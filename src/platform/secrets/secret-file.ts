/**
 * Secrets of 32 random bytes. Each is in its own file, Base64-encoded and readable only by Quire's
 * user.
 */
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
import { dirname } from 'node:path'
import { isAbsent } from '../lib/optional-files'

/** The file does not contain 32 bytes in Base64. */
export class SecretFileDamaged extends Error {
  override name = 'SecretFileDamaged'
}

export const readOrCreateSecretFile = (file: string): string =>
  readSecretFile(file) ?? createSecretFile(file)

/** Returns undefined if the file does not exist. */
export function readSecretFile(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (Buffer.from(secret, 'base64').length !== 32) throw new SecretFileDamaged(file)
    const isOpenToOthers = (statSync(file).mode & 0o077) !== 0
    if (isOpenToOthers && process.platform !== 'win32') chmodSync(file, 0o600)
    return secret
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

function createSecretFile(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeAndSync(draft, `${secret}\n`)
  try {
    // Linking never replaces a file, so two processes that start at the same time use the same
    // secret.
    linkSync(draft, file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return readSecretFile(file)!
    // For file systems without hard links. Exclusive creation is nearly as safe.
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
