import { expect, test } from 'bun:test'
import { hashSecret, matchesHash, newSecret } from '../../../src/accounts/sessions/secrets'

const secret = newSecret()
const hash = hashSecret(secret)

test('a hash is SHA-256 in hexadecimal', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

const wrong = [
  { what: 'another secret', given: newSecret(), stored: hash },
  { what: 'a different first digit', given: secret, stored: `g${hash.slice(1)}` },
  { what: 'a different last digit', given: secret, stored: `${hash.slice(0, -1)}g` },
  { what: 'a shorter hash', given: secret, stored: hash.slice(0, -1) },
  { what: 'a longer hash', given: secret, stored: `${hash}0` },
  { what: 'no hash', given: secret, stored: '' },
]

test.each(wrong)('a secret does not match $what', ({ given, stored }) => {
  expect(matchesHash(secret, hash)).toBe(true)
  expect(matchesHash(given, stored)).toBe(false)
})
