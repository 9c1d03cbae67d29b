/** Verifies signatures in the format of minisign (Ed25519, prehashed). */
import { createHash, createPublicKey, verify } from 'node:crypto'

const idBytes = 8
const keyBytes = 32
const signatureBytes = 64
const commentPrefix = 'trusted comment: '

/**
 * Returns the signed comment if the signature is valid for the data and the key, and otherwise
 * undefined.
 * @param key in the format of `minisign -P`
 */
export function verifySignature(
  data: Uint8Array,
  signatureFile: string,
  key: string,
): string | undefined {
  const publicKey = Buffer.from(key, 'base64')
  const [, line = '', trusted = '', global = ''] = signatureFile.split(/\r?\n/)
  const bytes = Buffer.from(line, 'base64')
  const isRightSize =
    publicKey.length === 2 + idBytes + keyBytes && bytes.length === 2 + idBytes + signatureBytes
  // "ED" signs a hash of the data. "Ed", which old versions wrote, signs the data itself.
  if (!isRightSize || bytes.toString('latin1', 0, 2) !== 'ED') return undefined
  if (!bytes.subarray(2, 2 + idBytes).equals(publicKey.subarray(2, 2 + idBytes))) return undefined
  if (!trusted.startsWith(commentPrefix)) return undefined
  const comment = trusted.slice(commentPrefix.length)
  const x = publicKey.subarray(2 + idBytes).toString('base64url')
  const ed25519 = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signature = bytes.subarray(2 + idBytes)
  const signedComment = Buffer.concat([signature, Buffer.from(comment)])
  const isValid =
    verify(null, hashData(data), ed25519, signature) &&
    verify(null, signedComment, ed25519, Buffer.from(global, 'base64'))
  return isValid ? comment : undefined
}

const hashData = (data: Uint8Array) => createHash('blake2b512').update(data).digest()
