/** Accounts whose password hash came from another program. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const bcrypt = (word: string, mark = '$2a$') =>
  `$foreign$bcrypt$${mark}${Bun.password.hashSync(word, { algorithm: 'bcrypt', cost: 4 }).slice(4)}`

interface Identity {
  rounds?: number
  digest?: number
}

/** ASP.NET Core Identity, version 3. */
function aspnet(word: string, { rounds = 1000, digest = 2 }: Identity = {}) {
  const salt = Buffer.from('0123456789abcdef')
  const head = Buffer.alloc(13)
  head[0] = 1
  head.writeUInt32BE(digest, 1)
  head.writeUInt32BE(rounds, 5)
  head.writeUInt32BE(salt.length, 9)
  const name = ['sha1', 'sha256', 'sha512'][digest] ?? 'sha512'
  const key = pbkdf2Sync(word, salt, Math.min(rounds, 1000), 32, name)
  return `$foreign$aspnet$${Buffer.concat([head, salt, key]).toString('base64')}`
}

/** Version 2. */
function oldAspnet(word: string) {
  const salt = Buffer.from('0123456789abcdef')
  const key = pbkdf2Sync(word, salt, 1000, 32, 'sha1')
  return `$foreign$aspnet$${Buffer.concat([Buffer.of(0), salt, key]).toString('base64')}`
}

type Algorithm = 'argon2id' | 'argon2i' | 'argon2d'

const argon2 = (word: string, algorithm: Algorithm = 'argon2id') =>
  `$foreign$argon2$${Bun.password.hashSync(word, { algorithm, memoryCost: 64, timeCost: 1 })}`

const salt = 'Zq3kX9pLmN2rTs7V'

/** Werkzeug. */
const pbkdf2 = (word: string, digest = 'sha256', length = 32) =>
  `$foreign$werkzeug$pbkdf2:${digest}:1000$${salt}$${pbkdf2Sync(word, salt, 1000, length, digest).toString('hex')}`

const scrypt = (word: string, N = 16, p = 1) =>
  `$foreign$werkzeug$scrypt:${N}:8:${p}$${salt}$${scryptSync(word, salt, 64, { N, r: 8, p, maxmem: 2 ** 28 }).toString('hex')}`

const storeHash = (passwordHash: string) =>
  server.ctx.write((tx) =>
    tx
      .update(users)
      .set({ passwordHash })
      .where(eq(users.id, server.getUserId('ann'))),
  )

async function findHash() {
  const [row] = await server.ctx.db.select().from(users).where(eq(users.username, 'ann'))
  return row!.passwordHash
}

/** An hour later each time, so that wrong passwords block nothing. */
const signIn = async (password: string) => {
  await server.clock.advance(3_600_000)
  const body = { username: 'ann', password }
  return (await server.call('POST', '/auth/login', { body })).status
}

const long = 'long '.repeat(30)

test.each([
  { name: 'bcrypt $2a$', word: 'a good word', hash: bcrypt('a good word') },
  { name: 'bcrypt $2b$', word: 'a good word', hash: bcrypt('a good word', '$2b$') },
  { name: 'bcrypt $2y$', word: 'a good word', hash: bcrypt('a good word', '$2y$') },
  { name: 'bcrypt of a long password', word: long, hash: bcrypt(long.slice(0, 72)) },
  { name: 'ASP.NET with SHA-512', word: 'a good word', hash: aspnet('a good word') },
  { name: 'ASP.NET with SHA-256', word: 'a good word', hash: aspnet('a good word', { digest: 1 }) },
  { name: 'ASP.NET of version 2', word: 'a good word', hash: oldAspnet('a good word') },
  { name: 'Argon2id', word: 'a good word', hash: argon2('a good word') },
  { name: 'Argon2i', word: 'a good word', hash: argon2('a good word', 'argon2i') },
  { name: 'Argon2d', word: 'a good word', hash: argon2('a good word', 'argon2d') },
  { name: 'PBKDF2 of Werkzeug', word: 'a good word', hash: pbkdf2('a good word') },
  {
    name: 'PBKDF2 of Werkzeug with SHA-1',
    word: 'a good word',
    hash: pbkdf2('a good word', 'sha1', 20),
  },
  { name: 'scrypt of Werkzeug', word: 'ein gutes Wört', hash: scrypt('ein gutes Wört', 32_768) },
  { name: 'scrypt of much memory', word: 'a good word', hash: scrypt('a good word', 2 ** 17) },
])('verifies $name once, and stores its own hash', async ({ word, hash }) => {
  await storeHash(hash)
  expect(await signIn('another word')).toBe(401)
  expect(await findHash()).toBe(hash)
  expect(await signIn(word)).toBe(200)
  expect(await findHash()).toStartWith('$argon2id$')
  expect(await signIn(word)).toBe(200)
})

test.each([
  { name: 'bcrypt of an absurd cost', hash: bcrypt('a good word').replace('$04$', '$31$') },
  { name: 'too many rounds', hash: aspnet('a good word', { rounds: 4_000_000_000 }) },
  { name: 'an unknown digest', hash: aspnet('a good word', { digest: 9 }) },
  { name: 'too much memory', hash: argon2('a good word').replace('m=64', 'm=4000000') },
  { name: 'too many passes', hash: argon2('a good word').replace('t=1', 't=999999') },
  { name: 'no memory', hash: argon2('a good word').replace('m=64', 'm=0') },
  { name: 'an Argon2 key with half a byte', hash: argon2('a good word').slice(0, -1) },
  {
    name: 'an Argon2 key with bits beyond its end',
    hash: argon2('a good word').slice(0, -1) + 'B',
  },
  { name: 'a bcrypt key with bits beyond its end', hash: bcrypt('a good word').slice(0, -1) + 'z' },
  { name: 'half an Argon2 hash', hash: argon2('a good word').slice(0, 60) },
  {
    name: 'too many rounds of Werkzeug',
    hash: pbkdf2('a good word').replace(':1000$', ':4000000$'),
  },
  {
    name: 'too much memory of scrypt',
    hash: scrypt('a good word').replace(':16:', ':1073741824:'),
  },
  { name: 'large blocks of scrypt', hash: scrypt('a good word').replace(':8:', ':99999999:') },
  { name: 'too many lanes of scrypt', hash: scrypt('a good word').replace(':1$', ':99999999$') },
  {
    name: 'a cost of scrypt that is no power',
    hash: scrypt('a good word').replace(':16:', ':17:'),
  },
  { name: 'no cost of scrypt', hash: scrypt('a good word').replace(':16:', ':0:') },
  { name: 'no cost in the hash', hash: pbkdf2('a good word').replace(':1000$', '$') },
  { name: 'half a byte of a key', hash: pbkdf2('a good word').slice(0, -1) },
  { name: 'hardly a key', hash: pbkdf2('a good word', 'sha256', 4) },
  { name: 'an unknown digest of Werkzeug', hash: pbkdf2('a good word').replace('sha256', 'md5') },
  { name: 'half a hash', hash: aspnet('a good word').slice(0, 60) },
  { name: 'another kind', hash: '$foreign$plain$a good word' },
  { name: 'nothing', hash: '$foreign$' },
])('refuses $name', async ({ hash }) => {
  await storeHash(hash)
  expect(await signIn('a good word')).toBe(401)
  expect(await findHash()).toBe(hash)
})
