import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  DecodeFailed,
  DecoderDied,
  DecoderStopped,
  DecodeTooLarge,
} from '../../../src/media/decoding/decode-errors'
import { DecoderPool } from '../../../src/media/decoding/decoder-pool'
import { createMemoryRelease } from '../../../src/platform/lib/async/memory-release'
import { decodingMessages } from '../../../src/media/decoding/messages'

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

/** Lists the process IDs of the decoders that this process has started. */
const listChildren = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
        const isChild = fields[1] === String(process.pid)
        return isChild && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('decoder')
      } catch {
        return false
      }
    })
    .toSorted((a, b) => Number(b) - Number(a))

test('V2: a decoder returns memory soon, unless the user decides otherwise', async () => {
  const path = join(folder, 'allocators.ts')
  const names = ['MIMALLOC_PURGE_DELAY', 'MALLOC_ARENA_MAX', 'BUN_JSC_forceRAMSize'] as const
  const reply = `process.on('message', ({ id }) => process.send({ id, answer: ${JSON.stringify(names)}.map((name) => process.env[name]) }))`
  writeFileSync(path, reply)
  const ask = (): Promise<unknown> =>
    createPool({ command: [process.execPath, path] }).run('thumbnail', {} as never)
  const before = process.env['MIMALLOC_PURGE_DELAY']
  try {
    delete process.env['MIMALLOC_PURGE_DELAY']
    expect(await ask()).toEqual(['0', '1', '67108864'])
    process.env['MIMALLOC_PURGE_DELAY'] = '500'
    expect(await ask()).toEqual(['500', '1', '67108864'])
  } finally {
    if (before === undefined) delete process.env['MIMALLOC_PURGE_DELAY']
    else process.env['MIMALLOC_PURGE_DELAY'] = before
  }
})

test('as many decoders as the size run at once, and further tasks wait for one', async () => {
  const path = join(folder, 'same.ts')
  writeFileSync(
    path,
    `process.on('message', ({ id }) => process.send({ id, answer: process.pid, memory: 0 }))`,
  )
  const pool = createPool({ size: 2, command: [process.execPath, path] })
  const tasks = Array.from({ length: 5 }, () => pool.run('thumbnail', {} as never))
  const answers: unknown[] = await Promise.all(tasks)
  expect(new Set(answers).size).toBe(2)
})

test('E15: a decoder has the environment of the program as it is now', async () => {
  const path = join(folder, 'environment.ts')
  const reply = `process.on('message', ({ id }) => process.send({ id, answer: process.env.QUIRE_MARK }))`
  writeFileSync(path, reply)
  process.env['QUIRE_MARK'] = 'set later'
  try {
    const pool = createPool({ command: [process.execPath, path] })
    expect(await pool.run('thumbnail', {} as never)).toBe('set later' as never)
  } finally {
    delete process.env['QUIRE_MARK']
  }
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
    // If a task were still pending, close() would cause an unhandled rejection here.
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

  test('that is stopped with its pool does not blame the file', async () => {
    const hanging = `process.on('message', () => process.send({ progress: null, id: 1 }))`
    const pool = createPool({ size: 1, command: [process.execPath, '-e', hanging] })
    const started = Promise.withResolvers<void>()
    const run = (path: string, onProgress?: () => void) =>
      pool.run('examine', { path }, onProgress && { onProgress }).catch((error: unknown) => error)
    const tasks = [run('running', started.resolve), run('waiting')]
    await started.promise
    pool.close()
    for (const outcome of await Promise.all([...tasks, run('late')])) {
      expect(outcome).toBeInstanceOf(DecoderStopped)
    }
  })

  test('that hangs is terminated', async () => {
    const hanging = `process.on('message', () => { for (;;) {} })`
    const pool = createPool({ size: 1, maxCpuMs: 300, command: [process.execPath, '-e', hanging] })
    const outcome = await pool.run('examine', { path: 'x' }).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(DecoderDied)
  })

  test('D6: that grows beyond its limit during a task is killed, and the file is not tried again', async () => {
    // Grows until it is killed, in steps that leave time for its parent to look.
    const growing = `process.on('message', async () => {
      const kept = []
      for (;;) { kept.push(Buffer.alloc(30e6, 1)); await Bun.sleep(30) }
    })`
    const command = [process.execPath, '-e', growing]
    const pool = createPool({ size: 1, maxTaskMemoryBytes: 300 * 1024 * 1024, command })
    const outcome = await pool.run('examine', { path: 'x' }).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(DecodeTooLarge)
    expect((outcome as DecodeTooLarge).userMessage).toEqual(
      decodingMessages.too_large({ megabytes: 300 }),
    )
  })

  test.skipIf(process.platform !== 'linux')(
    'D6: volunteers to be ended first when memory runs out',
    async () => {
      const pool = createPool({ size: 1 })
      await pool.run('examine', { path: picture })
      const [child] = listChildren()
      expect(readFileSync(`/proc/${child}/oom_score_adj`, 'utf8').trim()).toBe('1000')
      pool.close()
    },
  )

  test('V2: collects garbage whenever it has grown by 8 MB', () => {
    const megabyte = 1024 * 1024
    let [bytes, garbage, collections] = [40 * megabyte, 3 * megabyte, 0]
    const releaseMemory = createMemoryRelease(
      8,
      () => bytes + garbage,
      () => {
        collections++
        garbage = 0
      },
    )
    const collectionsAfter = (...readMegabytes: number[]) => {
      for (const megabytes of readMegabytes) {
        garbage += megabytes * megabyte
        releaseMemory()
      }
      return collections
    }
    expect(collectionsAfter(0)).toBe(1)
    expect(collectionsAfter(2, 2, 2)).toBe(1)
    expect(collectionsAfter(2, 2)).toBe(2)
    expect(collectionsAfter(9, 9)).toBe(4)
    // Memory that is still used does not count again.
    bytes += 20 * megabyte
    expect(collectionsAfter(0, 0, 0)).toBe(5)
    // What the system took back is not growth when it is used again.
    bytes -= 30 * megabyte
    expect(collectionsAfter(0, 2, 5)).toBe(5)
    expect(collectionsAfter(2)).toBe(6)
  })

  test('D10: that is slow because the machine is busy keeps running', async () => {
    // Takes longer than the CPU limit but sleeps, as if other programs used the CPU.
    const busy = `process.on('message', (q) => {
      const until = performance.now() + 900
      const tick = () => performance.now() < until
        ? setTimeout(tick, 20)
        : process.send({ id: q.id, memory: 0, answer: 'done' })
      tick()
    })`
    const pool = createPool({ size: 1, maxCpuMs: 500, command: [process.execPath, '-e', busy] })
    const answer: unknown = await pool.run('examine', { path: 'x' })
    expect(answer).toBe('done')
  })

  test('D10: that makes no progress is retried once, then counts as a crash of its file', async () => {
    const marker = join(folder, 'stalled')
    const stalling = `const { existsSync, writeFileSync } = require('node:fs')
    process.on('message', (q) => {
      if (q.ask.path === 'stuck') return
      if (existsSync('${marker}')) process.send({ id: q.id, memory: 0, answer: 'second time' })
      writeFileSync('${marker}', '')
    })`
    const command = [process.execPath, '-e', stalling]
    const pool = createPool({ size: 1, stallMs: 1_000, command })
    const answer: unknown = await pool.run('examine', { path: 'slow disk' })
    expect(answer).toBe('second time')
    const outcome = await pool.run('examine', { path: 'stuck' }).catch((error: unknown) => error)
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
