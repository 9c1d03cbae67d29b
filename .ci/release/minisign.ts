/**
 * Makes signatures in the format of minisign (Ed25519, prehashed) with node:crypto, so that nothing
 * has to be installed. The program verifies them: src/cli/update/release/minisign.ts.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto'

export interface SigningKey {
  id: Buffer
  /** 32 bytes each. */
  seed: Buffer
  publicKey: Buffer
}

const idBytes = 8
const keyBytes = 32
/** Algorithm, key derivation, checksum algorithm, salt and limits come before the key. */
const secretHeaderBytes = 2 + 2 + 2 + 32 + 8 + 8
const checksumBytes = 32
const secretBytes = secretHeaderBytes + idBytes + 2 * keyBytes + checksumBytes
/** `minisign -G -W` computes no checksum. */
const noChecksum = Buffer.alloc(checksumBytes)
/** Precedes the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex')
const commentPrefix = 'trusted comment: '

/**
 * Reads an unencrypted secret key of minisign (`minisign -G -W`): the whole file or its second
 * line.
 */
export function parseSecretKey(text: string): SigningKey {
  const line = text.trim().split(/\r?\n/).at(-1) ?? ''
  const bytes = Buffer.from(line, 'base64')
  if (bytes.length !== secretBytes || bytes.toString('latin1', 0, 2) !== 'Ed') {
    throw new Error('QUIRE_SIGNING_KEY is not a secret key of minisign.')
  }
  if (bytes.toString('latin1', 2, 4) === 'Sc') {
    throw new Error(
      'QUIRE_SIGNING_KEY is protected by a password. Use a key made by "minisign -G -W".',
    )
  }
  const body = bytes.subarray(secretHeaderBytes)
  const key = {
    id: body.subarray(0, idBytes),
    seed: body.subarray(idBytes, idBytes + keyBytes),
    publicKey: body.subarray(idBytes + keyBytes, idBytes + 2 * keyBytes),
  }
  const checksum = body.subarray(-checksumBytes)
  const isIntact = checksum.equals(noChecksum) || checksum.equals(computeKeyChecksum(key))
  if (!isIntact || !derivePublicKey(key.seed).equals(key.publicKey)) {
    throw new Error('QUIRE_SIGNING_KEY is damaged: its parts do not belong together.')
  }
  return key
}

const derivePublicKey = (seed: Buffer) => {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Header, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url')
}

const computeKeyChecksum = ({ id, seed, publicKey }: SigningKey) =>
  new Bun.CryptoHasher('blake2b256')
    .update(Buffer.concat([Buffer.from('Ed'), id, seed, publicKey]))
    .digest()

/** Formats a key as the file that minisign reads. */
export function formatSecretKey(key: SigningKey): string {
  const header = Buffer.concat([Buffer.from('Ed\0\0B2', 'latin1'), Buffer.alloc(32 + 8 + 8)])
  const body = Buffer.concat([key.id, key.seed, key.publicKey, computeKeyChecksum(key)])
  const line = Buffer.concat([header, body]).toString('base64')
  return `untrusted comment: minisign secret key\n${line}\n`
}

export function generateSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  return {
    id: randomBytes(idBytes),
    seed: Buffer.from(d, 'base64url'),
    publicKey: Buffer.from(x, 'base64url'),
  }
}

/** Formats the public key as `minisign -P` and `install.sh` take it. */
export const formatPublicKey = ({ id, publicKey }: SigningKey): string =>
  Buffer.concat([Buffer.from('Ed'), id, publicKey]).toString('base64')

/** Returns the text of the signature file. `comment` is signed, too. */
export function signData(data: Uint8Array, key: SigningKey, comment: string): string {
  const privateKey = createPrivateKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: key.seed.toString('base64url'),
      x: key.publicKey.toString('base64url'),
    },
    format: 'jwk',
  })
  const signature = sign(null, hashData(data), privateKey)
  const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), privateKey)
  const line = Buffer.concat([Buffer.from('ED'), key.id, signature]).toString('base64')
  return `untrusted comment: signature of Quire\n${line}\n${commentPrefix}${comment}\n${global.toString('base64')}\n`
}

const hashData = (data: Uint8Array) => createHash('blake2b512').update(data).digest()
