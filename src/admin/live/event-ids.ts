/**
 * Event IDs as clients see them. The underlying numbers count the events of the whole installation,
 * so IDs are encrypted. Otherwise, they would reveal how many events a client cannot see.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
/** All IDs are padded to this length, because the length of a number also reveals its size. */
const idLength = 24

export class EventIds {
  readonly #key: Buffer

  /** `secret` is the same in all processes, so that clients can continue with another process. */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('event ids').digest()
  }

  /** Returns a different text for each call. */
  encrypt(id: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce)
    const encrypted = Buffer.concat([cipher.update(id.padEnd(idLength)), cipher.final()])
    return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')
  }

  /** Returns undefined if `encrypt` did not return this text. */
  decrypt(text: string): string | undefined {
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.length !== nonceBytes + idLength + tagBytes) return undefined
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    const id = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
    try {
      return Buffer.concat([id, decipher.final()]).toString().trimEnd()
    } catch {
      // The ID is forged, or belongs to an installation with a different secret.
      return undefined
    }
  }
}
