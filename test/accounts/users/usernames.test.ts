import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { hashPassword } from '../../../src/accounts/users/passwords/passwords'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const password = 'correct horse battery'
let count = 0
const create = (username: string) =>
  server.call('POST', '/users', {
    as: 'ada',
    body: { username, email: `user${(count += 1)}@example.org`, password },
  })

describe('a new username', () => {
  test.each([
    ['a soft hyphen', 'a\u00addmin'],
    ['a variation selector', 'admin\ufe0f'],
    ['a Hangul filler', 'admin\u3164'],
    ['Latin and Cyrillic letters', 'p\u0430ul'],
    ['Latin and Greek letters', 'p\u03b1ul'],
    ['a symbol', 'paul\u2603'],
    ['a letter in a mathematical font', '\ud835\udc29aul'],
    ['two spaces in a row', 'paul  smith'],
    ['a space without width', 'paul\u2003smith'],
  ])('D12: with %s is refused', async (_, username) => {
    const { status, body } = await create(username)
    expect([status, body.error]).toEqual([400, 'invalid'])
    expect(body.details[0].path).toBe('username')
  })

  test.each([
    'paul.smith-2_x',
    'Anna Müller',
    'Юлия',
    'Ελένη',
    '山田 tarō',
    'さくら',
    '김민준',
    'עדי',
    'प्रिया',
    "o'brien",
  ])('D12: %s is allowed and signs in', async (username) => {
    expect((await create(username)).status).toBe(201)
    const body = { username: username.toUpperCase(), password }
    expect((await server.call('POST', '/auth/login', { body })).status).toBe(200)
  })

  test('D12: is stored composed and without full width', async () => {
    expect((await create('Ｚoe\u0301')).body.username).toBe('Zoé')
  })

  test.each(['\u0430nn', 'm\u0430х', '\u0430\u0455\u0430\u0440', '\u0391\u03bd\u03bd'])(
    'D12: %s in other letters cannot pass for an existing user',
    async (username) => {
      await create('acap')
      await create('asap')
      await create('avv')
      expect([400, 409]).toContain((await create(username)).status)
    },
  )
})

test('D12: an existing account with another name signs in and is edited as before', async () => {
  const id = await server.addUser('Old\u00ad Na\u03bce \u2603', 'reader')
  await server.ctx.write(async (tx) => {
    const username = 'Old\u00ad Na\u03bce \u2603'
    const usernameKey = username.normalize('NFKC').toLowerCase()
    const passwordHash = await hashPassword(password)
    await tx.update(users).set({ usernameKey, passwordHash }).where(eq(users.id, id))
  })
  const username = 'old\u00ad na\u03bce \u2603'
  const login = await server.call('POST', '/auth/login', { body: { username, password } })
  expect(login.status).toBe(200)
  const as = login.body.accessToken
  const email = 'new@example.org'
  const same = { username: 'Old\u00ad Na\u03bce \u2603', email, currentPassword: password }
  expect((await server.call('PATCH', '/user', { as, body: same })).body).toMatchObject({ email })
  const edited = await server.call('PATCH', `/users/${id}`, {
    as: 'ada',
    body: { role: 'maintainer' },
  })
  expect([edited.status, edited.body.username]).toEqual([200, 'Old\u00ad Na\u03bce \u2603'])
  const renamed = { username: 'Old\u00ad', currentPassword: password }
  expect((await server.call('PATCH', '/user', { as, body: renamed })).status).toBe(400)
})
