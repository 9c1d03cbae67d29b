import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../../src/errors'
import type { Store } from '../../../src/platform/db/store'
import type { SecretContext } from '../../../src/platform/secrets/encryption-key'
import { openSecret, sealSecret } from '../../../src/platform/secrets/sealing'
import { openTestStore } from '../../support/database'
import { createTestConfig } from '../../support/server'
import { silentLog } from '../jobs/support'

let store: Store
let ctx: SecretContext
let file: string
beforeEach(async () => {
  store = await openTestStore()
  ctx = createContext()
  file = join(ctx.config.data_dir, 'secret.key')
  mkdirSync(ctx.config.data_dir, { recursive: true })
})
afterEach(() => store.close())

const createContext = (settings: Record<string, string> = {}): SecretContext => ({
  ...store,
  config: createTestConfig(settings),
  log: silentLog,
})

/** Returns a context with the same data folder and another setting. */
const withSetting = (encryption_key: string): SecretContext => ({
  ...ctx,
  config: { ...ctx.config, encryption_key },
})

const createKey = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')
const place = { table: 'connections', row: '1', column: 'token' }

async function catchCode(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'unavailable') return error.userMessage.code
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('a sealed secret', () => {
  test('opens in its place, and never looks the same', async () => {
    const secret = 'tökén 🔑'
    const sealed = await sealSecret(ctx, place, secret)
    expect(sealed).toMatch(/^v1\.[0-9a-f]{16}\.[\w-]{16}\.[\w-]+$/)
    expect(sealed).not.toContain(Buffer.from(secret).toString('base64url').slice(0, 8))
    expect(await openSecret(ctx, place, sealed)).toBe(secret)
    expect(await sealSecret(ctx, place, secret)).not.toBe(sealed)
    expect(await openSecret(ctx, place, await sealSecret(ctx, place, ''))).toBe('')
  })

  test('does not open in another row, column or table', async () => {
    const sealed = await sealSecret(ctx, place, 'token')
    const places = [
      { ...place, row: '2' },
      { ...place, column: 'refresh_token' },
      { ...place, table: 'plugins' },
      { table: 'connections', row: '1","token', column: '' },
    ]
    for (const other of places) {
      expect(await catchCode(openSecret(ctx, other, sealed))).toBe('secrets.damaged')
    }
  })

  test('of another database says which key it needs', async () => {
    const sealed = await sealSecret(ctx, place, 'token')
    const other = await openTestStore()
    const code = await catchCode(openSecret({ ...createContext(), ...other }, place, sealed))
    expect(code).toBe('secrets.other_key')
    await other.close()
  })

  test('does not open when it is changed', async () => {
    const sealed = await sealSecret(ctx, place, 'token')
    const [version, id, nonce, text] = sealed.split('.') as [string, string, string, string]
    const flip = (part: string) =>
      part.startsWith('A') ? `B${part.slice(1)}` : `A${part.slice(1)}`
    const changed = [
      [version, id, flip(nonce), text].join('.'),
      [version, id, nonce, flip(text)].join('.'),
      [version, id, nonce, text.slice(0, 10)].join('.'),
      [version, id, nonce].join('.'),
      [version, id].join('.'),
      `v2.${id}.${nonce}.${text}`,
      'token',
      '',
    ]
    for (const one of changed) {
      const code = await catchCode(openSecret(ctx, place, one))
      expect({ one, code }).toEqual({ one, code: 'secrets.damaged' })
    }
  })
})

describe('the encryption key', () => {
  test('is created once, readable only by its owner', async () => {
    await sealSecret(ctx, place, 'token')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const content = readFileSync(file, 'utf8')
    expect(Buffer.from(content, 'base64')).toHaveLength(32)
    const sealed = await Promise.all([1, 2, 3].map(() => sealSecret(ctx, place, 'token')))
    for (const one of sealed) expect(await openSecret(ctx, place, one)).toBe('token')
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  test('is the one of the settings, and then no file is created', async () => {
    const configured = withSetting(createKey('k'))
    const sealed = await sealSecret(configured, place, 'token')
    expect(await openSecret(configured, place, sealed)).toBe('token')
    expect(existsSync(file)).toBe(false)
  })

  test('seals and opens nothing if it is not the one of the database', async () => {
    const sealed = await sealSecret(ctx, place, 'token')
    const other = withSetting(createKey('o'))
    expect(await catchCode(openSecret(other, place, sealed))).toBe('secrets.other_key')
    expect(await catchCode(sealSecret(other, place, 'new'))).toBe('secrets.other_key')
    // The first key still opens it.
    expect(await openSecret(ctx, place, sealed)).toBe('token')
  })

  test('is not created again when its file is lost', async () => {
    const sealed = await sealSecret(ctx, place, 'token')
    const content = readFileSync(file)
    rmSync(file)
    expect(await catchCode(openSecret(ctx, place, sealed))).toBe('secrets.key_missing')
    expect(await catchCode(sealSecret(ctx, place, 'new'))).toBe('secrets.key_missing')
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, content)
    expect(await openSecret(ctx, place, sealed)).toBe('token')
  })

  test('is not replaced when its file is damaged', async () => {
    writeFileSync(file, 'not a key')
    expect(await catchCode(sealSecret(ctx, place, 'token'))).toBe('secrets.key_damaged')
    expect(readFileSync(file, 'utf8')).toBe('not a key')
  })

  test('cannot be created where nothing can be written', async () => {
    // Uses a file in place of the folder, because permissions do not restrict root.
    const folder = join(ctx.config.data_dir, 'a-file')
    writeFileSync(folder, '')
    chmodSync(folder, 0o600)
    const readOnly = { ...ctx, config: { ...ctx.config, data_dir: folder } }
    expect(await catchCode(sealSecret(readOnly, place, 'token'))).toBe('secrets.key_not_stored')
  })
})
