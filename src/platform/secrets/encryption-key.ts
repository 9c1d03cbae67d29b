/**
 * The key that encrypts credentials in the database. It is configured, or created once in the data
 * folder. The database stores its ID, so that a different key is detected before anything is
 * encrypted with it.
 */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Config } from '../config/model'
import { claimInstallation, readInstallation, storeInstallation } from '../db/installation'
import type { Db, Tx } from '../db/store'
import { getKeyFile, publishNextKey, readNextKey } from './key-files'
import { secretLogMessages, secretMessages } from './messages'
import { readOrCreateSecretFile, readSecretFile, SecretFileDamaged } from './secret-file'

export type SecretContext = Pick<Context, 'config' | 'db' | 'write' | 'log'>

export interface EncryptionKey {
  /** 16 hexadecimal digits, derived from the key. */
  readonly id: string
  readonly key: CryptoKey
}

/** Name under which the installation stores the ID of its encryption key. */
export const keyIdKey = 'encryption_key_id'

/**
 * Returns the key, and creates it if the database has none yet. Throws a `Refusal` if the database
 * was used with a different key or if its key is missing or damaged.
 */
export async function requireEncryptionKey(ctx: SecretContext): Promise<EncryptionKey> {
  const known = await readKeyId(ctx.db)
  const encryptionKey = await loadKey(ctx, known)
  const { id } = encryptionKey
  const claimed = known ?? (await claimInstallation(ctx, keyIdKey, id))
  if (claimed !== id) throw refuse(secretMessages.other_key())
  return encryptionKey
}

/**
 * Returns the ID of the key that encrypts the secrets in the database, or undefined if nothing has
 * been encrypted yet.
 */
export const readKeyId = (db: Db) => readInstallation(db, keyIdKey)

export const storeKeyId = (tx: Tx, id: string) => storeInstallation(tx, keyIdKey, id)

async function loadKey(ctx: SecretContext, known: string | undefined): Promise<EncryptionKey> {
  const { config, log } = ctx
  if (config.encryption_key !== undefined) return deriveKey(config.encryption_key)
  try {
    const present = await loadKeyFile(config, known)
    if (present) return present
    // A new key could not decrypt any of the stored secrets.
    if (known !== undefined) throw refuse(secretMessages.key_missing())
    const file = getKeyFile(config)
    const created = readOrCreateSecretFile(file)
    log.info(secretLogMessages.key_created({ file }))
    return await deriveKey(created)
  } catch (error) {
    throw explainKeyFile(error)
  }
}

/** Loads the key. Completes a rotation that was interrupted after its transaction. */
async function loadKeyFile(config: Config, known: string | undefined) {
  const stored = readSecretFile(getKeyFile(config))
  const present = stored === undefined ? undefined : await deriveKey(stored)
  if (known === undefined || present?.id === known) return present
  const next = readNextKey(config)
  if (next === undefined) return present
  const nextKey = await deriveKey(next)
  if (nextKey.id !== known) return present
  publishNextKey(config, present?.id)
  return nextKey
}

/** Converts a failure to read or write a key file to a `Refusal` if an administrator can fix it. */
export function explainKeyFile(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof SecretFileDamaged) return refuse(secretMessages.key_damaged())
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error : refuse(secretMessages.key_not_stored({ code }))
}

const refuse = (message: Refusal['userMessage']) => new Refusal('unavailable', message)

const utf8 = new TextEncoder()
const hkdf = (info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(0),
  info: utf8.encode(`quire ${info} v1`),
})

export async function deriveKey(base64: string): Promise<EncryptionKey> {
  const bytes = Buffer.from(base64, 'base64')
  const main = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, [
    'deriveKey',
    'deriveBits',
  ])
  const idBits = await crypto.subtle.deriveBits(hkdf('key id'), main, 64)
  const aes = { name: 'AES-GCM', length: 256 }
  const key = await crypto.subtle.deriveKey(hkdf('sealing'), main, aes, false, [
    'encrypt',
    'decrypt',
  ])
  return { id: Buffer.from(idBits).toString('hex'), key }
}
