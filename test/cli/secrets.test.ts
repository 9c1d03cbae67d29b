/**
 * Verifies stored credentials and replaces their key, both in code and with `quire secrets` as a
 * program.
 */
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { sealedColumns } from '../../src/cli/sealed-columns'
import { Refusal } from '../../src/errors'
import { openTokens, sealTokens } from '../../src/ingest/connections/connection-tokens'
import { connections } from '../../src/ingest/connections/schema'
import { dialect } from '../../src/platform/db/dialect'
import { installation } from '../../src/platform/db/schema'
import { openSqlite } from '../../src/platform/db/sqlite/sqlite'
import { deriveKey, type SecretContext } from '../../src/platform/secrets/encryption-key'
import { checkSecrets, resetKey, rotateKey } from '../../src/platform/secrets/rotate-key'
import { startTestServer, type TestServer } from '../support/server'
import { programCommand } from '../support/program'

// Allows more time, because some tests start programs.
setDefaultTimeout(60_000)

let server: TestServer
let file: string
beforeEach(async () => {
  server = await startTestServer()
  mkdirSync(server.ctx.config.data_dir, { recursive: true })
  file = join(server.ctx.config.data_dir, 'secret.key')
})
afterEach(() => server.close())

const createKey = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')

type Keys = Partial<Record<'encryption_key' | 'encryption_key_previous', string>>
const withKeys = (keys: Keys): SecretContext => ({
  ...server.ctx,
  config: { ...server.ctx.config, ...keys },
})

/** Stores a user's connection with these tokens. */
async function addConnection(ctx: SecretContext, { user, token }: { user: string; token: string }) {
  const id = Bun.randomUUIDv7()
  const sealed = await sealTokens(ctx, id, { accessToken: token, refreshToken: null })
  await ctx.write(async (tx) => {
    const values = { id, userId: server.getUserId(user), service: 'anilist', config: {} }
    await tx.insert(connections).values({ ...values, sealedTokens: sealed })
  })
  return id
}

async function readToken(ctx: SecretContext, id: string): Promise<string> {
  const [row] = await server.ctx.db.select().from(connections).where(eq(connections.id, id))
  return (await openTokens(ctx, { id, sealedTokens: row!.sealedTokens! })).accessToken
}

async function catchCode(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((thrown: unknown) => thrown)
  if (error instanceof Refusal) return error.userMessage.code
  throw new Error('nothing was refused')
}

const countOf = (counts: Awaited<ReturnType<typeof checkSecrets>>) =>
  counts?.find(({ column }) => column === 'connections.sealed_tokens')

/** Stores the ID of a key that nobody has. */
async function storeKeyId(path: string) {
  const store = openSqlite(path)
  await store.write(async (tx) => {
    await tx.insert(installation).values({ key: 'encryption_key_id', value: '0000000000000000' })
  })
  await store.close()
}

describe('giving up a lost key', () => {
  test('makes a new one for new credentials, and keeps the values of the others', async () => {
    const old = await addConnection(server.ctx, { user: 'ann', token: 'one' })
    const lost = readFileSync(file)
    expect(await catchCode(resetKey(server.ctx, sealedColumns))).toBe('secrets.not_lost')
    rmSync(file)
    expect(await catchCode(addConnection(server.ctx, { user: 'max', token: 'two' }))).toBe(
      'secrets.key_missing',
    )
    expect(countOf(await resetKey(server.ctx, sealedColumns))).toMatchObject({ unreadable: 1 })
    const next = await addConnection(server.ctx, { user: 'max', token: 'two' })
    expect(await readToken(server.ctx, next)).toBe('two')
    expect(await catchCode(readToken(server.ctx, old))).toBe('secrets.other_key')
    expect(readFileSync(file)).not.toEqual(lost)
    expect(countOf(await checkSecrets(server.ctx, sealedColumns))).toMatchObject({
      opened: 1,
      unreadable: 1,
    })
  })

  test('uses the key of the settings', async () => {
    await addConnection(withKeys({ encryption_key: createKey('a') }), { user: 'ann', token: 'one' })
    const next = withKeys({ encryption_key: createKey('b') })
    const previous = { encryption_key_previous: createKey('a') }
    expect(
      await catchCode(
        resetKey(withKeys({ encryption_key: createKey('b'), ...previous }), sealedColumns),
      ),
    ).toBe('secrets.not_lost')
    await resetKey(next, sealedColumns)
    const id = await addConnection(next, { user: 'max', token: 'two' })
    expect(await readToken(next, id)).toBe('two')
    expect(existsSync(file)).toBe(false)
  })
})

describe('replacing the key', () => {
  test('in its file: everything opens with the new one, the previous one is kept', async () => {
    const ids = [
      await addConnection(server.ctx, { user: 'ann', token: 'one' }),
      await addConnection(server.ctx, { user: 'max', token: 'two' }),
    ]
    const before = readFileSync(file, 'utf8')
    const { counts, keyFile, keptFile } = await rotateKey(server.ctx, sealedColumns)
    expect(countOf(counts)).toEqual({
      column: 'connections.sealed_tokens',
      opened: 2,
      unreadable: 0,
    })
    expect(keyFile).toBe(file)
    expect(readFileSync(file, 'utf8')).not.toBe(before)
    expect(readFileSync(keptFile!, 'utf8')).toBe(before)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await Promise.all(ids.map((id) => readToken(server.ctx, id)))).toEqual(['one', 'two'])
    expect(await catchCode(readToken(withKeys({ encryption_key: before.trim() }), ids[0]!))).toBe(
      'secrets.other_key',
    )
  })

  test('in the settings needs the previous one', async () => {
    const old = withKeys({ encryption_key: createKey('a') })
    const id = await addConnection(old, { user: 'ann', token: 'one' })
    expect(await catchCode(rotateKey(old, sealedColumns))).toBe('secrets.new_key_needed')
    const alone = withKeys({ encryption_key: createKey('b') })
    expect(await catchCode(rotateKey(alone, sealedColumns))).toBe('secrets.previous_key_needed')
    expect(await readToken(old, id)).toBe('one')
    await rotateKey(
      withKeys({ encryption_key: createKey('b'), encryption_key_previous: createKey('a') }),
      sealedColumns,
    )
    expect(await readToken(alone, id)).toBe('one')
    expect(existsSync(file)).toBe(false)
  })

  test('moves from the file to the settings and back', async () => {
    const id = await addConnection(server.ctx, { user: 'ann', token: 'one' })
    const configured = withKeys({ encryption_key: createKey('c') })
    await rotateKey(configured, sealedColumns)
    expect(await readToken(configured, id)).toBe('one')
    const before = readFileSync(file, 'utf8')
    const { keptFile } = await rotateKey(
      withKeys({ encryption_key_previous: createKey('c') }),
      sealedColumns,
    )
    expect(await readToken(server.ctx, id)).toBe('one')
    // The file was not replaced, because it contained another key than the previous one.
    expect(keptFile).toBeUndefined()
    const { id: idBefore } = await deriveKey(before.trim())
    expect(readFileSync(`${file}.${idBefore}`, 'utf8')).toBe(before)
  })

  test('leaves what cannot be opened, and counts it', async () => {
    const good = await addConnection(server.ctx, { user: 'ann', token: 'one' })
    const bad = await addConnection(server.ctx, { user: 'max', token: 'two' })
    await server.ctx.write(async (tx) => {
      await tx.update(connections).set({ sealedTokens: 'v1.x.y.z' }).where(eq(connections.id, bad))
    })
    expect(countOf(await checkSecrets(server.ctx, sealedColumns))).toMatchObject({
      opened: 1,
      unreadable: 1,
    })
    const { counts } = await rotateKey(server.ctx, sealedColumns)
    expect(countOf(counts)).toMatchObject({ opened: 1, unreadable: 1 })
    expect(await readToken(server.ctx, good)).toBe('one')
    const [row] = await server.ctx.db.select().from(connections).where(eq(connections.id, bad))
    expect(row!.sealedTokens).toBe('v1.x.y.z')
  })

  test('without any credentials is refused', async () => {
    expect(await checkSecrets(server.ctx, sealedColumns)).toBeUndefined()
    expect(await catchCode(rotateKey(server.ctx, sealedColumns))).toBe('secrets.nothing_sealed')
    expect(existsSync(file)).toBe(false)
  })
})

describe('an interrupted replacement', () => {
  test('before its end in the database changes nothing, and can be repeated', async () => {
    const id = await addConnection(server.ctx, { user: 'ann', token: 'one' })
    const failing = {
      ...sealedColumns[0]!,
      replace: async () => {
        throw new Error('interrupted')
      },
    }
    await expect(rotateKey(server.ctx, [failing])).rejects.toThrow('interrupted')
    expect(await readToken(server.ctx, id)).toBe('one')
    await rotateKey(server.ctx, sealedColumns)
    expect(await readToken(server.ctx, id)).toBe('one')
    expect(readdirSync(server.ctx.config.data_dir)).not.toContain('secret.key.next')
  })

  test('before its end in the data folder is completed by whoever needs the key', async () => {
    const id = await addConnection(server.ctx, { user: 'ann', token: 'one' })
    const { keptFile } = await rotateKey(server.ctx, sealedColumns)
    // Leaves the state of a process that was killed between the transaction and the last step.
    renameSync(file, `${file}.next`)
    renameSync(keptFile!, file)
    expect(await readToken(server.ctx, id)).toBe('one')
    expect(existsSync(`${file}.next`)).toBe(false)
    expect(existsSync(keptFile!)).toBe(true)
    await rotateKey(server.ctx, sealedColumns)
    expect(await readToken(server.ctx, id)).toBe('one')
  })

  test('is completed by the next one, too', async () => {
    const id = await addConnection(server.ctx, { user: 'ann', token: 'one' })
    const { keptFile } = await rotateKey(server.ctx, sealedColumns)
    const [first, second] = [readFileSync(keptFile!, 'utf8'), readFileSync(file, 'utf8')]
    renameSync(file, `${file}.next`)
    renameSync(keptFile!, file)
    await rotateKey(server.ctx, sealedColumns)
    expect(await readToken(server.ctx, id)).toBe('one')
    const keys = readdirSync(server.ctx.config.data_dir).filter((name) =>
      name.startsWith('secret.key'),
    )
    const contents = keys.map((name) =>
      readFileSync(join(server.ctx.config.data_dir, name), 'utf8'),
    )
    expect(contents).toContain(first)
    expect(contents).toContain(second)
    expect(keys.filter((name) => !/^secret\.key(\.[\da-f]{16})?$/.test(name))).toEqual([])
  })

  test('is completed by one with a key in the settings, and its key is not used again', async () => {
    const id = await addConnection(server.ctx, { user: 'ann', token: 'one' })
    const { keptFile } = await rotateKey(server.ctx, sealedColumns)
    const left = readFileSync(file, 'utf8')
    renameSync(file, `${file}.next`)
    renameSync(keptFile!, file)
    await rotateKey(withKeys({ encryption_key: createKey('c') }), sealedColumns)
    await rotateKey(withKeys({ encryption_key_previous: createKey('c') }), sealedColumns)
    expect(await readToken(server.ctx, id)).toBe('one')
    expect(readFileSync(file, 'utf8')).not.toBe(left)
  })
})

test('every sealed column of the database is in the list', () => {
  const script = readFileSync('migrations/sqlite/0000_init.sql', 'utf8')
  const found = [...script.matchAll(/CREATE TABLE `(\w+)` \(([^;]*)/g)].flatMap(
    ([, table, columns]) =>
      [...columns!.matchAll(/`(sealed_\w+)` text/g)].map(([, column]) => `${table}.${column}`),
  )
  expect(found.length).toBeGreaterThan(2)
  expect(sealedColumns.map(({ name }) => name).toSorted()).toEqual(found.toSorted())
})

describe('the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function run(...words: string[]) {
    const started = Bun.spawn([...programCommand, ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, code] = await Promise.all([
      new Response(started.stdout).text(),
      new Response(started.stderr).text(),
      started.exited,
    ])
    return { out, err, code }
  }

  test('refuses an unknown action and a missing database', async () => {
    expect(await run('secrets', 'delete')).toMatchObject({ code: 64 })
    expect((await run('secrets', 'check')).code).not.toBe(0)
    expect(existsSync(join(folder, 'data', 'quire.db'))).toBe(false)
  })

  test.skipIf(dialect === 'postgres')('checks, replaces and gives up the key', async () => {
    const created = await run('migrate')
    expect([created.code, created.err]).toEqual([0, ''])
    expect(await run('secrets', 'check')).toMatchObject({
      code: 0,
      out: 'No credentials are stored.\n',
    })
    expect(await run('secrets', 'rotate')).toMatchObject({ code: 1 })
    await storeKeyId(join(folder, 'data', 'quire.db'))
    writeFileSync(join(folder, 'data', 'secret.key'), createKey('d'))
    expect((await run('secrets', 'check')).err).toContain("can't be decrypted")
    expect((await run('secrets', 'rotate')).err).toContain('encryption_key_previous')
    const { code, out } = await run('secrets', 'reset')
    expect([code, out]).toEqual([0, expect.stringContaining('New credentials can be stored')])
    expect(await run('secrets', 'check')).toMatchObject({ code: 0 })
    expect((await run('secrets', 'reset')).err).toContain('The key is not lost')
  })
})
