import { describe, expect, test } from 'bun:test'
import {
  formatPublicKey,
  formatSecretKey,
  generateSigningKey,
  parseSecretKey,
  signData,
} from '../../../.ci/release/minisign'
import { verifySignature } from '../../../src/cli/update/release/minisign'

const key = generateSigningKey()
const publicKey = formatPublicKey(key)
const data = Buffer.from('0123  quire-1.2.3-linux-x64.gz\n')
const comment = 'quire 1.2.3 abc'
const signature = signData(data, key, comment)
const [untrusted, line, , global] = signature.split('\n')
const join = (...lines: (string | undefined)[]) => `${lines.join('\n')}\n`

describe('a signature', () => {
  test('is valid for its data, key and comment', () => {
    expect(verifySignature(data, signature, publicKey)).toBe(comment)
    expect(verifySignature(data, signature.replaceAll('\n', '\r\n'), publicKey)).toBe(comment)
  })

  const other = generateSigningKey()
  test.each([
    { name: 'data', data: Buffer.from('0124  quire-1.2.3-linux-x64.gz\n') },
    { name: 'key', publicKey: formatPublicKey(other) },
    {
      name: 'key with the same id',
      publicKey: formatPublicKey({ ...other, id: key.id }),
    },
    { name: 'comment', text: signature.replace('1.2.3', '1.2.4') },
    { name: 'missing comment', text: join(untrusted, line, '', global) },
    { name: 'cut', text: join(untrusted, line) },
    { name: 'empty', text: '' },
    { name: 'other algorithm', text: signature.replace(line!, line!.replace(/^RU/, 'RW')) },
    { name: 'no base64', text: signature.replace(line!, '!!') },
    { name: 'no key', publicKey: '' },
  ])('is refused with another $name', (given) => {
    const { data: signed, text, publicKey: used } = { data, text: signature, publicKey, ...given }
    expect(text === signature && signed === data && used === publicKey).toBe(false)
    expect(verifySignature(signed, text, used)).toBeUndefined()
  })
})

describe('a secret key', () => {
  const file = formatSecretKey(key)
  const [first, second = ''] = file.split('\n')

  test('is read from the whole file or its second line', () => {
    expect(parseSecretKey(file)).toEqual(key)
    expect(parseSecretKey(second)).toEqual(key)
  })

  test('has no checksum if minisign made it without a password', () => {
    const bytes = Buffer.from(second, 'base64')
    bytes.fill(0, bytes.length - 32)
    expect(parseSecretKey(bytes.toString('base64'))).toEqual(key)
    bytes[70]! ^= 1
    expect(() => parseSecretKey(bytes.toString('base64'))).toThrow('is damaged')
  })

  const change = (position: number, value: number) => {
    const bytes = Buffer.from(second, 'base64')
    bytes[position] = value
    return bytes.toString('base64')
  }
  test.each([
    { name: 'no key', text: '', message: 'is not a secret key' },
    { name: 'a public key', text: publicKey, message: 'is not a secret key' },
    { name: 'only a comment', text: first!, message: 'is not a secret key' },
    { name: 'a damaged key', text: change(70, key.seed[8]! ^ 1), message: 'is damaged' },
    {
      name: 'a key with a password',
      text: Buffer.concat([
        Buffer.from('EdScB2'),
        Buffer.from(second, 'base64').subarray(6),
      ]).toString('base64'),
      message: 'protected by a password',
    },
  ])('$name is refused', ({ text, message }) => {
    expect(() => parseSecretKey(text)).toThrow(message)
  })
})
