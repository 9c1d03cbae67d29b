/**
 * Unavailable is not deleted: whatever becomes of the disk below a library, no book goes to the trash
 * until a person says that it is gone, and what comes back is as it was.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { libraryRoots } from '../../../src/catalog/libraries/schema'
import { startWatching, buildWatchSettings } from '../../../src/ingest/watching/service'
import {
  addLibrary,
  booksOf,
  ended,
  libraryOf,
  makeFolder,
  manyComics,
  startScanServer,
  presentPaths,
  put,
  scan,
  type ScanServer,
} from './support'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

interface Case {
  name: string
  /** What happens to the folder; what it returns undoes it. */
  spoil: (folder: string, id: string) => Promise<() => void> | (() => void)
  state: 'unavailable' | 'awaiting_confirmation'
  reason: string
  /** One that can still be read. */
  readable?: string
}

const away = (folder: string) => {
  renameSync(folder, `${folder}-away`)
  return () => {
    rmSync(folder, { recursive: true, force: true })
    renameSync(`${folder}-away`, folder)
  }
}
const last = 'Big/Big v9.cbz'

const cases: Case[] = [
  {
    name: 'absent',
    spoil: away,
    state: 'unavailable',
    reason: 'The folder of this library was not found.',
  },
  {
    name: 'empty',
    spoil: (folder) => {
      const back = away(folder)
      mkdirSync(folder)
      return back
    },
    state: 'unavailable',
    reason: 'is empty, but it contained 60 books',
  },
  {
    name: 'a file',
    spoil: (folder) => {
      const back = away(folder)
      writeFileSync(folder, '')
      return back
    },
    state: 'unavailable',
    reason: 'is not a folder',
  },
  {
    name: 'a link that leads round in a circle',
    spoil: (folder) => {
      const back = away(folder)
      symlinkSync(folder, folder)
      return back
    },
    state: 'unavailable',
    reason: 'cannot read',
  },
  {
    name: 'on another device, and not whole',
    spoil: async (folder, id) => {
      const elsewhere = libraryRoots.libraryId
      await server.ctx.write((tx) =>
        tx.update(libraryRoots).set({ device: '1' }).where(eq(elsewhere, id)),
      )
      renameSync(join(folder, 'Big/Big v1.cbz'), join(folder, '.kept'))
      return () => renameSync(join(folder, '.kept'), join(folder, 'Big/Big v1.cbz'))
    },
    state: 'awaiting_confirmation',
    reason: 'different disk than before, and 1 of 60 books',
    readable: last,
  },
  {
    name: 'half gone',
    spoil: (folder) => {
      mkdirSync(join(folder, '.kept'))
      const moved = Array.from({ length: 30 }, (_, i) => `Big v${i + 20}.cbz`)
      for (const name of moved) renameSync(join(folder, 'Big', name), join(folder, '.kept', name))
      return () => {
        for (const name of moved) renameSync(join(folder, '.kept', name), join(folder, 'Big', name))
      }
    },
    state: 'awaiting_confirmation',
    reason: '30 of 60 books are missing.',
    readable: last,
  },
  {
    name: 'without a disk that was connected below it',
    spoil: async (folder, id) => {
      await server.ctx.write((tx) =>
        tx
          .update(libraryRoots)
          .set({ mounts: { Nas: '7:7' } })
          .where(eq(libraryRoots.libraryId, id)),
      )
      renameSync(join(folder, 'Nas/Nas v1.cbz'), join(folder, '.kept'))
      return () => renameSync(join(folder, '.kept'), join(folder, 'Nas/Nas v1.cbz'))
    },
    state: 'awaiting_confirmation',
    reason: 'below the folder is no longer connected. It contained 1 of 60 books',
    readable: last,
  },
]

const files = async () => ({ ...(await manyComics('Big', 55)), ...(await manyComics('Nas', 5)) })

async function library(settings = {}) {
  const folder = join(makeFolder(), 'root')
  put(folder, await files())
  const id = await addLibrary(server, folder, settings)
  expect(await scan(server, id)).toMatchObject({ status: 'completed', missing: 0 })
  expect(await presentPaths(server, id)).toHaveLength(60)
  return { folder, id, before: await booksOf(server, id) }
}

async function expectHeld(id: string, { state, reason }: Case) {
  const now = await libraryOf(server, id)
  expect(now.state).toBe(state)
  expect(now.stateReason.message).toContain(reason)
}

async function expectReadable(id: string, path: string) {
  const book = (await booksOf(server, id)).find(({ relativePath }) => relativePath === path)
  const { status } = await server.call('GET', `/books/${book!.id}/file`, { as: 'ann' })
  expect(status).toBe(200)
}

describe.each(cases)('a folder that is $name', (one) => {
  test('loses no book by a scan, and heals when it is back', async () => {
    const { folder, id, before } = await library()
    const heal = await one.spoil(folder, id)
    for (const mode of ['normal', 'deep', 'normal']) {
      expect(await scan(server, id, mode)).toMatchObject({ missing: 0, moved: 0 })
      await expectHeld(id, one)
    }
    expect(await presentPaths(server, id)).toHaveLength(60)
    if (one.readable) await expectReadable(id, one.readable)
    heal()
    expect(await scan(server, id)).toMatchObject({ status: 'completed', missing: 0 })
    expect(await libraryOf(server, id)).toMatchObject({ state: 'available', stateReason: null })
    expect((await booksOf(server, id)).map((book) => book.id)).toEqual(
      before.map((book) => book.id),
    )
  })

  test('loses none by being watched, and heals without anybody asking', async () => {
    const { folder, id, before } = await library()
    const settings = buildWatchSettings(server.ctx)
    const service = startWatching(server.ctx, {
      ...settings,
      debounce: { quietMs: 200, maxDelayMs: 1_000, minIntervalMs: 200 },
      root: { ...settings.root, pollMs: 300, checkMs: 300, retryMs: 300, checkIntervalMs: 200 },
    })
    try {
      const heal = await one.spoil(folder, id)
      const state = async () => (await libraryOf(server, id)).state
      await waitUntil(async () => (await state()) === one.state)
      await expectHeld(id, one)
      expect(await presentPaths(server, id)).toHaveLength(60)
      heal()
      await waitUntil(async () => (await state()) === 'available')
    } finally {
      await service.stop()
    }
    expect((await booksOf(server, id)).map((book) => book.id)).toEqual(
      before.map((book) => book.id),
    )
    expect(await presentPaths(server, id)).toHaveLength(60)
  })
})

test('what waits for a person is put into the trash when they confirm it, and not before', async () => {
  for (const one of cases.filter(({ state }) => state === 'awaiting_confirmation')) {
    const { folder, id } = await library()
    await one.spoil(folder, id)
    await scan(server, id)
    await expectHeld(id, one)
    const { status, body } = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    expect(status).toBe(202)
    const { missing } = await ended(server, id, body.id)
    expect(missing).toBeGreaterThan(0)
    expect(await presentPaths(server, id)).toHaveLength(60 - missing)
    expect((await libraryOf(server, id)).state).toBe('available')
    // Nothing is remembered of the disk that is not wanted any more.
    expect(await scan(server, id)).toMatchObject({ missing: 0 })
    expect((await libraryOf(server, id)).state).toBe('available')
  }
})

test('a mount that is not the one that was known is no reason as long as all books are there', async () => {
  const { id } = await library()
  await server.ctx.write((tx) =>
    tx
      .update(libraryRoots)
      .set({ mounts: { Nas: '7:7' } })
      .where(eq(libraryRoots.libraryId, id)),
  )
  await scan(server, id)
  expect((await libraryOf(server, id)).state).toBe('available')
})

test('one of several folders holds back itself alone, whichever it is', async () => {
  for (const gone of [0, 1]) {
    const folders = [join(makeFolder(), 'one'), join(makeFolder(), 'two')]
    for (const folder of folders) put(folder, await manyComics('Many', 3))
    const id = await addLibrary(server, folders[0]!, { path: undefined, paths: folders })
    await scan(server, id)
    const back = away(folders[gone]!)
    expect(await scan(server, id)).toMatchObject({ status: 'completed', missing: 0 })
    expect((await libraryOf(server, id)).state).toBe('unavailable')
    expect(await presentPaths(server, id)).toHaveLength(6)
    back()
    await scan(server, id)
    expect((await libraryOf(server, id)).state).toBe('available')
  }
})
