import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { loginFailures } from '../../../../src/accounts/users/schema'
import { twoFactors } from '../../../../src/accounts/users/schema'
import {
  computeTotp,
  encodeBase32,
  findTotpCounter,
} from '../../../../src/accounts/users/two-factor/totp'
import { runUserCommand } from '../../../../src/cli/user/user'
import { type TestServer, startTestServer } from '../../../support/server'
import { buildBasicHeader, givePasswords, password, signIn } from '../../sign-in'

let server: TestServer
let nowMs = Date.now()

beforeAll(async () => {
  server = await startTestServer()
  Object.assign(server.ctx.clock, { now: () => new Date(nowMs) })
  for (const name of ['bea', 'cem', 'dora', 'emil']) await server.addUser(name, 'reader')
  await givePasswords(server, 'ann', 'ada', 'bea', 'cem', 'dora', 'emil')
})
afterAll(() => server.close())
beforeEach(async () => {
  // Advances the clock, so that each test uses a new code.
  nowMs += 60_000
  await server.ctx.write((tx) => tx.delete(loginFailures))
})

const decode = (text: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const codeOf = (secret: string, steps = 0) =>
  computeTotp(decode(secret), Math.floor(nowMs / 30_000) + steps)

const begin = (as: string, currentPassword = password) =>
  server.call('POST', '/auth/two-factor', { as, body: { currentPassword } })
const login = (username: string, code?: string) =>
  server.call('POST', '/auth/login', { body: { username, password, ...(code && { code }) } })

async function enable(as: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await begin(as)).body
  const { status, body } = await server.call('POST', '/auth/two-factor/confirm', {
    as,
    body: { code: codeOf(secret) },
  })
  expect(status).toBe(200)
  nowMs += 60_000
  return { secret, ...body }
}

describe('one-time codes', () => {
  // Test vectors for SHA-1 from RFC 6238, appendix B. Only the last six of the eight digits are
  // used.
  const secret = Buffer.from('12345678901234567890')
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    test(`at ${seconds} seconds are ${code}`, () => {
      expect(computeTotp(secret, Math.floor(seconds / 30))).toBe(code)
    })
  }

  test('are accepted one step early or late, and never again', () => {
    const now = new Date(59_000)
    const find = (step: number, lastCounter = 0) =>
      findTotpCounter(secret, computeTotp(secret, step), { now, lastCounter })
    expect([-1, 0, 1, 2].map((offset) => find(1 + offset))).toEqual([undefined, 1, 2, undefined])
    expect(find(1, 1)).toBeUndefined()
  })

  test('have secrets in base 32', () => {
    for (const [text, expected] of [
      ['', ''],
      ['f', 'MY'],
      ['foobar', 'MZXW6YTBOI'],
    ] as const) {
      expect(encodeBase32(Buffer.from(text))).toBe(expected)
    }
  })
})

describe('two-factor authentication', () => {
  test('is set up with the password and a code, and stored sealed', async () => {
    expect((await begin('ann', 'wrong')).status).toBe(403)
    const { body } = await begin('ann')
    expect(body.uri).toBe(`otpauth://totp/Quire:ann?secret=${body.secret}&issuer=Quire`)
    const wrong = { code: '000000' }
    const confirm = (given: object) =>
      server.call('POST', '/auth/two-factor/confirm', { as: 'ann', body: given })
    expect((await confirm(wrong)).status).toBe(403)
    expect((await login('ann')).status).toBe(200)
    const { body: confirmed } = await confirm({ code: codeOf(body.secret) })
    expect(new Set(confirmed.recoveryCodes).size).toBe(10)
    const rows = JSON.stringify(await server.ctx.db.select().from(twoFactors))
    const raw = decode(body.secret).toString('base64url')
    for (const hidden of [body.secret, raw, ...confirmed.recoveryCodes]) {
      expect(rows).not.toContain(hidden)
    }
    const { body: state } = await server.call('GET', '/auth/two-factor', { as: 'ann' })
    expect(state).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
    expect((await begin('ann')).status).toBe(409)
  })

  test('needs a code at sign-in, each only once', async () => {
    const { secret } = await enable('bea')
    const without = await login('bea')
    expect({ status: without.status, code: without.body.code }).toEqual({
      status: 401,
      code: 'accounts.second_factor_required',
    })
    const code = codeOf(secret)
    const [first, second] = await Promise.all([login('bea', code), login('bea', code)])
    expect([first.status, second.status].toSorted()).toEqual([200, 401])
    const again = await login('bea', code)
    expect({ status: again.status, code: again.body.code }).toEqual({
      status: 401,
      code: 'accounts.wrong_code',
    })
    nowMs += 30_000
    const spaced = codeOf(secret).replace(/^.../, '$& ')
    expect((await login('bea', spaced)).status).toBe(200)
  })

  test('accepts each recovery code once', async () => {
    const { recoveryCodes } = await enable('cem')
    const [code = ''] = recoveryCodes
    expect((await login('cem', code.toUpperCase())).status).toBe(200)
    expect((await login('cem', code)).status).toBe(401)
    const tokens = await login('cem', recoveryCodes[1])
    const path = '/auth/two-factor/recovery-codes'
    const body = { currentPassword: password }
    const made = await server.call('POST', path, { as: tokens.body.accessToken, body })
    expect(made.body.recoveryCodes).toHaveLength(10)
    expect((await login('cem', recoveryCodes[2])).status).toBe(401)
    expect((await login('cem', made.body.recoveryCodes[0])).status).toBe(200)
  })

  test('limits guessing, also from many addresses, without shutting the password out', async () => {
    await enable('dora')
    const statuses: number[] = []
    for (let i = 0; i < 8; i += 1) statuses.push((await login('dora', '123456')).status)
    expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401])
    expect(statuses.at(-1)).toBe(429)
    expect((await login('dora')).body.code).toBe('accounts.second_factor_required')
  })

  test('keeps passwords out of HTTP Basic, where API keys still work', async () => {
    const basic = (secret: string) => ({ authorization: buildBasicHeader('emil', secret) })
    const list = (secret: string) => server.call('GET', '/libraries', { headers: basic(secret) })
    expect((await list(password)).status).toBe(200)
    await enable('emil')
    expect((await list(password)).status).toBe(401)
    const { body } = await server.call('POST', '/api-keys', { as: 'emil', body: { name: 'App' } })
    expect((await list(body.key)).status).toBe(200)
  })

  test('is turned off by the user with the password', async () => {
    const path = '/auth/two-factor/disable'
    const off = (currentPassword: string) =>
      server.call('POST', path, { as: 'bea', body: { currentPassword } })
    expect((await off('wrong')).status).toBe(403)
    expect((await off(password)).status).toBe(204)
    expect((await login('bea')).status).toBe(200)
  })

  test('is turned off by administrators and by a command', async () => {
    const path = `/users/${server.getUserId('dora')}/two-factor`
    expect((await server.call('DELETE', path, { as: 'ann' })).status).toBe(403)
    expect((await server.call('DELETE', path, { as: 'ada' })).status).toBe(204)
    expect((await login('dora')).status).toBe(200)
    const io = { out: () => undefined, err: () => undefined, readPassword: async () => undefined }
    expect(await runUserCommand(server.ctx, ['disable-two-factor', 'emil'], io)).toBe(0)
    await signIn(server, 'emil')
    const { body } = await server.call('GET', '/audit-log?action=disable_two_factor', { as: 'ada' })
    expect(body.data.map(({ username }: { username: string }) => username)).toEqual([
      'system',
      'ada',
      'bea',
    ])
  })
})
