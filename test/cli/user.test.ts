import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { readPassword } from '../../src/cli/user/password-prompt'
import { runUserCommand } from '../../src/cli/user/user'
import { loginFailures } from '../../src/accounts/users/schema'
import { type TestServer, startTestServer } from '../support/server'
import { signIn } from '../accounts/sign-in'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.ctx.write((tx) => tx.delete(loginFailures)))

async function runCommand(words: string, password?: string) {
  const output = { out: '', err: '' }
  const code = await runUserCommand(server.ctx, words.split(' '), {
    out: (text) => void (output.out += text),
    err: (text) => void (output.err += text),
    readPassword: async () => password,
  })
  return { code, ...output }
}

describe('quire user', () => {
  test('create adds a user who can sign in', async () => {
    const { code, out } = await runCommand(
      'create eve eve@example.org --role admin',
      'a good password',
    )
    expect([code, out]).toEqual([0, 'Created user eve (admin).\n'])
    const { accessToken } = await signIn(server, 'eve', 'a good password')
    expect((await server.call('GET', '/users', { as: accessToken })).status).toBe(200)
  })

  test('create adds a reader by default', async () => {
    expect((await runCommand('create rob rob@x', 'a good password')).out).toContain('(reader)')
  })

  test.each([
    ['create ann other@example.org', 'a good password', 'already'],
    ['create new ANN@example.org', 'a good password', 'email address already'],
    ['create new new@example.org', 'short', 'at least 8 characters'],
    ['create new new@example.org', undefined, 'No password'],
    ['create new nowhere', 'a good password', 'email must be an email address'],
    ['create n@w new@example.org', 'a good password', 'username must have 1 to 64 characters'],
    ['create new new@example.org --role owner', 'a good password', 'reader, maintainer, admin'],
    ['set-password nobody', 'a good password', 'not found'],
    ['set-role ann owner', undefined, 'no role'],
  ])('%s is rejected with a message', async (words, password, expected) => {
    const { code, err } = await runCommand(words, password)
    expect(code).toBe(1)
    expect(err).toContain(expected)
  })

  test.each(['', 'create eve', 'dance', 'list ann', 'create a b c', 'create a b --password x'])(
    '"%s" prints the usage',
    async (words) => {
      const { code, err } = await runCommand(words, 'a good password')
      expect(code).toBe(64)
      expect(err).toContain('Usage: quire user create')
    },
  )

  test('list prints all users', async () => {
    const { out } = await runCommand('list')
    expect(out).toContain('ada\tada@example.org\tadmin\tactive\tnever\n')
    expect(out).toContain('ann\tann@example.org\treader')
  })

  test('set-password ends the sessions of the user', async () => {
    expect((await server.call('GET', '/user', { as: 'max' })).status).toBe(200)
    const { code } = await runCommand('set-password MAX@example.org', 'a new password')
    expect(code).toBe(0)
    expect((await server.call('GET', '/user', { as: 'max' })).status).toBe(401)
    await signIn(server, 'max', 'a new password')
  })

  test('set-role, deactivate and activate take effect immediately', async () => {
    const { accessToken } = await signIn(server, 'max', 'a new password')
    const listUsers = async () => (await server.call('GET', '/users', { as: accessToken })).status
    expect(await listUsers()).toBe(403)
    expect((await runCommand('set-role max admin')).out).toBe('max now has the role admin.\n')
    expect(await listUsers()).toBe(200)
    await runCommand('set-role max reader')
    expect(await listUsers()).toBe(403)
    expect((await runCommand('deactivate max')).code).toBe(0)
    expect(await listUsers()).toBe(401)
    await runCommand('activate max')
    await signIn(server, 'max', 'a new password')
  })

  test('the last admin cannot be removed', async () => {
    await runCommand('deactivate eve')
    const { code, err } = await runCommand('set-role ada reader')
    expect(code).toBe(1)
    expect(err).toContain('last active administrator')
  })
})

const createPipe = (...chunks: string[]) => Readable.from(chunks) as unknown as ReadStream

/** Creates a terminal with simulated key presses. */
function createTerminal(keys: string) {
  const raw: boolean[] = []
  const stdin = Object.assign(new Readable({ read: () => undefined }), {
    isTTY: true,
    setRawMode: (on: boolean) => void raw.push(on),
  })
  stdin.push(keys)
  return { raw, stdin: stdin as unknown as ReadStream }
}

describe('a password', () => {
  test.each([
    [['secret\n'], 'secret'],
    [['sec', 'ret\r\n', 'more\n'], 'secret'],
    [['no line break'], 'no line break'],
    [[''], undefined],
    [['\n'], undefined],
  ])('is the first line of piped input: %j', async (chunks, expected) => {
    expect(await readPassword('?', createPipe(...chunks))).toBe(expected)
  })

  test.each([
    ['secret\r', 'secret'],
    ['sexx\u007f\u007fcret\r', 'secret'],
    ['sec\u0003', undefined],
  ])('is not echoed when typed: %j', async (keys, expected) => {
    const { raw, stdin } = createTerminal(keys)
    let shown = ''
    expect(await readPassword('Password: ', stdin, (text) => void (shown += text))).toBe(expected)
    expect(shown).toBe('Password: \n')
    expect(raw).toEqual([true, false])
  })
})
