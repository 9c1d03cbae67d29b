/** Random values for cookies, refresh tokens and API keys. Only their hashes are stored. */

/** Generates 256 random bits as 43 characters that need no escaping in URLs and headers. */
export const newSecret = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

/** Secrets are random and long, so a fast hash without a salt is safe. */
export const hashSecret = (secret: string): string => Bun.SHA256.hash(secret, 'hex')

/**
 * Derives the secret that replaces `secret`. The new secret cannot be computed from the database or
 * the old secret alone.
 */
export const deriveSuccessor = (secret: string, salt: string) =>
  new Bun.CryptoHasher('sha256', salt).update(secret).digest('base64url')

/**
 * Compares in constant time. Characters can take several bytes, and only buffers of equal length
 * can be compared.
 */
export function matchesSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && crypto.timingSafeEqual(left, right)
}

/**
 * Compares in constant time. Converting the hashes to buffers, as `matchesSecret` does, would take
 * longer than computing a hash.
 */
export function matchesHash(secret: string, hash: string): boolean {
  const given = hashSecret(secret)
  let difference = given.length ^ hash.length
  for (let at = 0; at < given.length; at++) {
    difference |= given.charCodeAt(at) ^ hash.charCodeAt(at)
  }
  return difference === 0
}
