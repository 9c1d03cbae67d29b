/**
 * The key that seals credentials in the database: configured, or created once in the data folder. The
 * database stores its id, so that another key is noticed before anything is sealed with it.
 */
import { join } from 'node:path'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Config } from '../config/model'
import { claimInstallation, readInstallation } from '../db/installation'
import { secretLogMessages, secretMessages } from './messages'
import { readOrCreateSecretFile, readSecretFile, SecretFileDamaged } from './secret-file'

export type SecretContext = Pick<Context, 'config' | 'db' | 'write' | 'log'>

export interface EncryptionKey {
  /** 16 hexadecimal digits, derived from the key. */
  readonly id: string
  readonly key: CryptoKey
}

const installationKey = 'encryption_key_id'

const getKeyFile = ({ data_dir: folder }: Config) => join(folder, 'secret.key')

/**
 * Returns the key, creating it if the database has none yet. Throws a `Refusal` if the database was used
 * with another key, or the key is missing.
 */
export async function requireEncryptionKey(ctx: SecretContext): Promise<EncryptionKey> {
  const known = await readInstallation(ctx.db, installationKey)
  const encryptionKey = await deriveKey(loadKey(ctx, known))
  const { id } = encryptionKey
  const claimed = known ?? (await claimInstallation(ctx, installationKey, id))
  if (claimed !== id) throw refuse(secretMessages.other_key())
  return encryptionKey
}

function loadKey(ctx: SecretContext, known: string | undefined): string {
  const { config, log } = ctx
  if (config.encryption_key !== undefined) return config.encryption_key
  const file = getKeyFile(config)
  try {
    const present = readSecretFile(file)
    if (present !== undefined) return present
    // A new key could open nothing that is stored.
    if (known !== undefined) throw refuse(secretMessages.key_missing())
    const created = readOrCreateSecretFile(file)
    log.info(secretLogMessages.key_created({ file }))
    return created
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof SecretFileDamaged) throw refuse(secretMessages.key_damaged())
    const { code } = error as NodeJS.ErrnoException
    throw code === undefined ? error : refuse(secretMessages.key_not_stored({ code }))
  }
}

const refuse = (message: Refusal['userMessage']) => new Refusal('unavailable', message)

const utf8 = new TextEncoder()
const hkdf = (info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(0),
  info: utf8.encode(`quire ${info} v1`),
})

async function deriveKey(base64: string): Promise<EncryptionKey> {
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
