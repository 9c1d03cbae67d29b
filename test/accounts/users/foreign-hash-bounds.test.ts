/** What hashes of other programs may cost: the most that is accepted, and one step beyond. */
import { expect, test } from 'bun:test'
import {
  parseArgon2,
  parseAspnet,
  parseBcrypt,
  parseWerkzeug,
} from '../../../src/accounts/users/passwords/foreign-passwords'

const bcrypt = (cost: string) => `$2b$${cost}$${'a'.repeat(21)}.${'a'.repeat(30)}.`
const argon2 = (memory: number, rounds: number, lanes: number) =>
  `$argon2id$v=19$m=${memory},t=${rounds},p=${lanes}$c29tZXNhbHQ$${'a'.repeat(42)}g`
const pbkdf2 = (rounds: number) => `pbkdf2:sha256:${rounds}$salt$${'ab'.repeat(32)}`
const scrypt = (N: number, r: number, p: number) => `scrypt:${N}:${r}:${p}$salt$${'ab'.repeat(64)}`

interface Identity {
  rounds?: number
  salt?: number
  key?: number
  version?: number
}

function aspnet({ rounds = 1000, salt = 16, key = 32, version = 1 }: Identity) {
  const head = Buffer.alloc(13)
  head[0] = version
  head.writeUInt32BE(1, 1)
  head.writeUInt32BE(rounds, 5)
  head.writeUInt32BE(salt, 9)
  return Buffer.concat([head, Buffer.alloc(salt + key)]).toString('base64')
}
const oldAspnet = (bytes: number) => Buffer.alloc(bytes).toString('base64')

const cases: [string, (value: string) => unknown, string, string][] = [
  ['bcrypt: least cost', parseBcrypt, bcrypt('04'), bcrypt('03')],
  ['bcrypt: greatest cost', parseBcrypt, bcrypt('15'), bcrypt('16')],
  ['Argon2: memory', parseArgon2, argon2(131_072, 1, 1), argon2(131_073, 1, 1)],
  ['Argon2: rounds', parseArgon2, argon2(64, 10, 1), argon2(64, 11, 1)],
  ['Argon2: lanes', parseArgon2, argon2(128, 1, 8), argon2(128, 1, 9)],
  ['Argon2: memory of each lane', parseArgon2, argon2(16, 1, 2), argon2(15, 1, 2)],
  ['Argon2: at least one round', parseArgon2, argon2(8, 1, 1), argon2(8, 0, 1)],
  ['Argon2: at least one lane', parseArgon2, argon2(8, 1, 1), argon2(8, 1, 0)],
  ['PBKDF2: at least one round', parseWerkzeug, pbkdf2(1), pbkdf2(0)],
  ['PBKDF2: rounds', parseWerkzeug, pbkdf2(2_000_000), pbkdf2(2_000_001)],
  ['scrypt: at least N = 2', parseWerkzeug, scrypt(2, 1, 1), scrypt(1, 1, 1)],
  ['scrypt: a power of two', parseWerkzeug, scrypt(4, 1, 1), scrypt(3, 1, 1)],
  ['scrypt: at least one block', parseWerkzeug, scrypt(2, 1, 1), scrypt(2, 0, 1)],
  ['scrypt: memory', parseWerkzeug, scrypt(2 ** 17, 8, 1), scrypt(2 ** 17, 9, 1)],
  ['scrypt: at least one lane', parseWerkzeug, scrypt(2, 1, 1), scrypt(2, 1, 0)],
  ['scrypt: lanes', parseWerkzeug, scrypt(2, 1, 4), scrypt(2, 1, 5)],
  ['ASP.NET: at least one round', parseAspnet, aspnet({ rounds: 1 }), aspnet({ rounds: 0 })],
  ['ASP.NET: rounds', parseAspnet, aspnet({ rounds: 2_000_000 }), aspnet({ rounds: 2_000_001 })],
  ['ASP.NET: salt', parseAspnet, aspnet({ salt: 8 }), aspnet({ salt: 7 })],
  ['ASP.NET: key', parseAspnet, aspnet({ key: 16 }), aspnet({ key: 15 })],
  [
    'ASP.NET: key after a long salt',
    parseAspnet,
    aspnet({ salt: 40, key: 16 }),
    aspnet({ salt: 40, key: 15 }),
  ],
  ['ASP.NET: version', parseAspnet, aspnet({}), aspnet({ version: 2 })],
  ['ASP.NET: length of version 2', parseAspnet, oldAspnet(49), oldAspnet(50)],
]

test.each(cases)('%s', (_, parse, last, beyond) => {
  expect(parse(last)).not.toBeNull()
  expect(parse(beyond)).toBeNull()
})
