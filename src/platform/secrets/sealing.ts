/**
 * Encrypts credentials for a database column with AES-256-GCM, as `v1.<key id>.<nonce>.<sealed>`.
 * An encrypted value can be decrypted only in the row and column for which it was encrypted.
 */
import { Refusal } from '../../errors'
import { type EncryptionKey, requireEncryptionKey, type SecretContext } from './encryption-key'
import { secretMessages } from './messages'

/** The location of an encrypted value. */
export interface SecretPlace {
  readonly table: string
  /** The primary key. */
  readonly row: string
  readonly column: string
}

const version = 'v1'
const nonceBytes = 12

/** Throws a `Refusal` if there is no usable key. The caller must then keep the stored value. */
export const sealSecret = async (ctx: SecretContext, place: SecretPlace, secret: string) =>
  sealWith(await requireEncryptionKey(ctx), place, secret)

export async function sealWith(
  { id, key }: EncryptionKey,
  place: SecretPlace,
  secret: string,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = await crypto.subtle.encrypt(
    buildParameters(place, nonce),
    key,
    Buffer.from(secret, 'utf8'),
  )
  return [version, id, encode(nonce), encode(new Uint8Array(sealed))].join('.')
}

/**
 * Throws a `Refusal` if the value is damaged, or was encrypted with a different key or for a
 * different row or column.
 */
export async function openSecret(
  ctx: SecretContext,
  place: SecretPlace,
  stored: string,
): Promise<string> {
  if (!stored.startsWith(`${version}.`)) throw damaged()
  return openWith(await requireEncryptionKey(ctx), place, stored)
}

/** Like `openSecret`, for a caller that has already loaded the encryption key. */
export async function openWith(
  { id, key }: EncryptionKey,
  place: SecretPlace,
  stored: string,
): Promise<string> {
  const [storedVersion, keyId, nonce = '', sealed = ''] = stored.split('.')
  if (storedVersion !== version) throw damaged()
  if (keyId !== id) throw new Refusal('unavailable', secretMessages.other_key())
  try {
    const opened = await crypto.subtle.decrypt(
      buildParameters(place, decode(nonce)),
      key,
      decode(sealed),
    )
    return Buffer.from(opened).toString('utf8')
  } catch (error) {
    if (error instanceof DOMException) throw damaged()
    throw error
  }
}

const damaged = () => new Refusal('unavailable', secretMessages.damaged())

const buildParameters = ({ table, row, column }: SecretPlace, nonce: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: Buffer.from(JSON.stringify([version, table, row, column])),
})

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
