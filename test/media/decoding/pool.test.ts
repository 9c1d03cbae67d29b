import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { DecodeFailed, DecoderDied, DecoderPool } from '../../../src/media/decoding/pool'

let folder: string
let picture: string
const pools: DecoderPool[] = []

const open = (options = {}) => {
  const pool = new DecoderPool({ size: 2, ...options })
  pools.push(pool)
  return pool
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'decoding-'))
  picture = join(folder, 'picture.png')
  const create = { width: 900, height: 1200, channels: 4, background: '#ff000080' } as const
  await sharp({ create }).png().toFile(picture)
})
afterAll(() => {
  for (const pool of pools) pool.close()
})

describe('a decoder', () => {
  test('makes a WebP of the asked width, whole or not at all', async () => {
    const target = join(folder, 'deep', 'down', 'thumb.webp')
    const source = { from: 'file', path: picture } as const
    const made = await open().run('thumbnail', { source, width: 300, quality: 75, target })
    expect(made).toMatchObject({ width: 300, height: 400 })
    expect(await sharp(target).metadata()).toMatchObject({ format: 'webp', width: 300 })
    expect(existsSync(`${target}.part`)).toBe(false)
  })

  test('that cannot be started is told to those who ask, and leaves nobody waiting', async () => {
    const pool = open({ command: [join(folder, 'no such program')] })
    const asked = [1, 2, 3].map(() => pool.run('examine', { path: picture }))
    const why = await Promise.all(asked.map((answer) => answer.catch((error: Error) => error)))
    expect(why).toEqual(asked.map(() => expect.objectContaining({ code: 'ENOENT' })))
    // A task that is left behind would end the program here, with nobody to hear of it.
    pool.close()
  })

  test('says that a file is broken without dying of it', async () => {
    const pool = open()
    const path = join(folder, 'broken.png')
    writeFileSync(path, 'no picture')
    const failed = await pool.run('examine', { path }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(DecodeFailed)
    expect(await pool.run('examine', { path: picture })).toEqual({
      mediaType: 'image/png',
      width: 900,
      height: 1200,
    })
  })

  test('that dies fails its own question only, and is replaced', async () => {
    const dying = `process.on('message', (q) => {
      if (q.ask.path === 'deadly') process.kill(process.pid, 'SIGSEGV')
      else process.send({ id: q.id, memory: 0, answer: q.ask.path })
    })`
    const pool = open({ size: 1, command: [process.execPath, '-e', dying] })
    const asked = ['one', 'deadly', 'two'].map((path) =>
      pool.run('examine', { path }).catch((error: unknown) => error),
    )
    const [one, deadly, two] = await Promise.all(asked)
    expect<unknown[]>([one, two]).toEqual(['one', 'two'])
    expect(deadly).toBeInstanceOf(DecoderDied)
  })

  test('that hangs is ended', async () => {
    const hanging = `process.on('message', () => { for (;;) {} })`
    const pool = open({ size: 1, timeoutMs: 300, command: [process.execPath, '-e', hanging] })
    const outcome = await pool.run('examine', { path: 'x' }).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(DecoderDied)
  })

  test('that has grown too large is replaced by a new one', async () => {
    const growing = `process.on('message', (q) =>
      process.send({ id: q.id, memory: 9e9, answer: process.pid }))`
    const pool = open({ size: 1, command: [process.execPath, '-e', growing] })
    const first = await pool.run('examine', { path: 'x' })
    const second = await pool.run('examine', { path: 'x' })
    expect(first).not.toEqual(second)
  })
})
