/**
 * Unavailable does not mean deleted. Whatever happens to the disk of a library, no book is trashed
 * until a user confirms it, and everything is restored when the disk returns.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { libraryRoots } from '../../../src/catalog/libraries/schema'
import { startWatching } from '../../../src/ingest/watching/service'
import {
  addLibrary,
  listBooks,
  waitUntilScanEnded,
  getLibrary,
  makeFolder,
  makeComics,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

interface Case {
  name: string
  /** Damages the folder and returns a function that repairs it. */
  spoil: (folder: string, id: string) => Promise<() => void> | (() => void)
  state: 'unavailable' | 'awaiting_confirmation'
  reason: string
  /** A book that can still be read. */
  readable?: string
}

const moveAway = (folder: string) => {
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
    spoil: moveAway,
    state: 'unavailable',
    reason: "This library's folder was not found.",
  },
  {
    name: 'empty',
    spoil: (folder) => {
      const back = moveAway(folder)
      mkdirSync(folder)
      return back
    },
    state: 'unavailable',
    reason: 'is empty, but it contained 60 books',
  },
  {
    name: 'a file',
    spoil: (folder) => {
      const back = moveAway(folder)
      writeFileSync(folder, '')
      return back
    },
    state: 'unavailable',
    reason: 'is not a folder',
  },
  {
    name: 'a circular link',
    spoil: (folder) => {
      const back = moveAway(folder)
      symlinkSync(folder, folder)
      return back
    },
    state: 'unavailable',
    reason: "can't read",
  },
  {
    name: 'incomplete on another device',
    spoil: async (folder, id) => {
      const elsewhere = libraryRoots.libraryId
      await server.ctx.write((tx) =>
        tx.update(libraryRoots).set({ device: '1' }).where(eq(elsewhere, id)),
      )
      renameSync(join(folder, 'Big/Big v1.cbz'), join(folder, '.kept'))
      return () => renameSync(join(folder, '.kept'), join(folder, 'Big/Big v1.cbz'))
    },
    state: 'awaiting_confirmation',
    reason: 'on a different disk, and 1 of 60 books',
    readable: last,
  },
  {
    name: 'missing half of its files',
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
    name: 'missing a disk that was connected below it',
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

const buildFiles = async () => ({
  ...(await makeComics('Big', 55)),
  ...(await makeComics('Nas', 5)),
})

async function createLibrary(settings = {}) {
  const folder = join(makeFolder(), 'root')
  writeFiles(folder, await buildFiles())
  const id = await addLibrary(server, folder, settings)
  expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed', missing: 0 })
  expect(await listPresentPaths(server, id)).toHaveLength(60)
  return { folder, id, before: await listBooks(server, id) }
}

async function expectHeld(id: string, { state, reason }: Case) {
  const now = await getLibrary(server, id)
  expect(now.state).toBe(state)
  expect(now.stateReason.message).toContain(reason)
}

async function expectReadable(id: string, path: string) {
  const book = (await listBooks(server, id)).find(({ relativePath }) => relativePath === path)
  const { status } = await server.call('GET', `/books/${book!.id}/file`, { as: 'ann' })
  expect(status).toBe(200)
}

describe.each(cases)('a folder that is $name', (one) => {
  test('loses no book in a scan and recovers when it returns', async () => {
    const { folder, id, before } = await createLibrary()
    const heal = await one.spoil(folder, id)
    for (const mode of ['normal', 'deep', 'normal']) {
      expect(await scanLibrary(server, id, mode)).toMatchObject({ missing: 0, moved: 0 })
      await expectHeld(id, one)
    }
    expect(await listPresentPaths(server, id)).toHaveLength(60)
    if (one.readable) await expectReadable(id, one.readable)
    heal()
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed', missing: 0 })
    expect(await getLibrary(server, id)).toMatchObject({ state: 'available', stateReason: null })
    expect((await listBooks(server, id)).map((book) => book.id)).toEqual(
      before.map((book) => book.id),
    )
  })

  test('loses no book while watched and recovers automatically', async () => {
    const { folder, id, before } = await createLibrary()
    const service = startWatching(server.ctx)
    const waitUntilState = (state: string) =>
      waitUntil(async () => {
        if ((await getLibrary(server, id)).state === state) return true
        await server.engine.idle()
        await server.clock.jump(5_000)
        return false
      })
    try {
      const heal = await one.spoil(folder, id)
      await waitUntilState(one.state)
      await expectHeld(id, one)
      expect(await listPresentPaths(server, id)).toHaveLength(60)
      heal()
      await waitUntilState('available')
    } finally {
      await service.stop()
    }
    expect((await listBooks(server, id)).map((book) => book.id)).toEqual(
      before.map((book) => book.id),
    )
    expect(await listPresentPaths(server, id)).toHaveLength(60)
  })
})

test('missing books are trashed only after a user confirms it', async () => {
  for (const one of cases.filter(({ state }) => state === 'awaiting_confirmation')) {
    const { folder, id } = await createLibrary()
    await one.spoil(folder, id)
    await scanLibrary(server, id)
    await expectHeld(id, one)
    const { status, body } = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    expect(status).toBe(202)
    const { missing } = await waitUntilScanEnded(server, id, body.id)
    expect(missing).toBeGreaterThan(0)
    expect(await listPresentPaths(server, id)).toHaveLength(60 - missing)
    expect((await getLibrary(server, id)).state).toBe('available')
    // The previous disk is forgotten.
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0 })
    expect((await getLibrary(server, id)).state).toBe('available')
  }
})

test('another mount is accepted while all books are present', async () => {
  const { id } = await createLibrary()
  await server.ctx.write((tx) =>
    tx
      .update(libraryRoots)
      .set({ mounts: { Nas: '7:7' } })
      .where(eq(libraryRoots.libraryId, id)),
  )
  await scanLibrary(server, id)
  expect((await getLibrary(server, id)).state).toBe('available')
})

test('of several folders, only the affected one is held back', async () => {
  for (const gone of [0, 1]) {
    const folders = [join(makeFolder(), 'one'), join(makeFolder(), 'two')]
    for (const folder of folders) writeFiles(folder, await makeComics('Many', 3))
    const id = await addLibrary(server, folders[0]!, { path: undefined, paths: folders })
    await scanLibrary(server, id)
    const back = moveAway(folders[gone]!)
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed', missing: 0 })
    expect((await getLibrary(server, id)).state).toBe('unavailable')
    expect(await listPresentPaths(server, id)).toHaveLength(6)
    back()
    await scanLibrary(server, id)
    expect((await getLibrary(server, id)).state).toBe('available')
  }
})
