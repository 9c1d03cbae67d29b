import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { DecodeFailed, DecoderDied, DecoderPool } from '../../../src/media/decoding/pool'

let folder: string
let picture: string
const pools: DecoderPool[] = []

const createPool = (options = {}) => {
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
  test('creates a WebP of the requested width atomically', async () => {
    const target = join(folder, 'deep', 'down', 'thumb.webp')
    const source = { from: 'file', path: picture } as const
    const made = await createPool().run('thumbnail', { source, width: 300, quality: 75, target })
    expect(made).toMatchObject({ width: 300, height: 400 })
    expect(await sharp(target).metadata()).toMatchObject({ format: 'webp', width: 300 })
    expect(existsSync(`${target}.part`)).toBe(false)
  })

  test('that cannot start rejects all pending tasks', async () => {
    const pool = createPool({ command: [join(folder, 'no such program')] })
    const tasks = [1, 2, 3].map(() => pool.run('examine', { path: picture }))
    const errors = await Promise.all(tasks.map((answer) => answer.catch((error: Error) => error)))
    expect(errors).toEqual(tasks.map(() => expect.objectContaining({ code: 'ENOENT' })))
    // A task left behind would end the program here as an unhandled rejection.
    pool.close()
  })

  test('reports a broken file and keeps running', async () => {
    const pool = createPool()
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

  test('that crashes fails only its current task and is replaced', async () => {
    const dying = `process.on('message', (q) => {
      if (q.ask.path === 'deadly') process.kill(process.pid, 'SIGSEGV')
      else process.send({ id: q.id, memory: 0, answer: q.ask.path })
    })`
    const pool = createPool({ size: 1, command: [process.execPath, '-e', dying] })
    const tasks = ['one', 'deadly', 'two'].map((path) =>
      pool.run('examine', { path }).catch((error: unknown) => error),
    )
    const [one, deadly, two] = await Promise.all(tasks)
    expect<unknown[]>([one, two]).toEqual(['one', 'two'])
    expect(deadly).toBeInstanceOf(DecoderDied)
  })

  test('that is stopped during startup does not blame the file', async () => {
    const marker = join(folder, 'second')
    const starting = `const { existsSync, writeFileSync } = require('node:fs')
    if (!existsSync('${marker}')) {
      writeFileSync('${marker}', '')
      process.kill(process.pid, 'SIGTERM')
    }
    process.on('message', (q) => process.send({ id: q.id, memory: 0, answer: q.ask.path }))`
    const pool = createPool({ size: 1, command: [process.execPath, '-e', starting] })
    const answer: unknown = await pool.run('examine', { path: 'one' })
    expect(answer).toBe('one')
  })

  test('that hangs is terminated', async () => {
    const hanging = `process.on('message', () => { for (;;) {} })`
    const pool = createPool({ size: 1, timeoutMs: 300, command: [process.execPath, '-e', hanging] })
    const outcome = await pool.run('examine', { path: 'x' }).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(DecoderDied)
  })

  test('that uses too much memory is replaced', async () => {
    const growing = `process.on('message', (q) =>
      process.send({ id: q.id, memory: 9e9, answer: process.pid }))`
    const pool = createPool({ size: 1, command: [process.execPath, '-e', growing] })
    const first = await pool.run('examine', { path: 'x' })
    const second = await pool.run('examine', { path: 'x' })
    expect(first).not.toEqual(second)
  })
})
