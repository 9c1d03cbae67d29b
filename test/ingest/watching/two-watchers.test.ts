/** Several processes with one database, which PostgreSQL allows. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { makeComic, writeFiles } from '../scanning/scan-server'
import {
  createWatchedFolder,
  listScans,
  services,
  settle,
  startTestWatcher,
  useWatchServer,
  waitUntilPaths,
} from './watch-server'

setDefaultTimeout(30_000)
useWatchServer()

test.if(dialect === 'postgres')(
  'only one of two processes watches, and the other takes over',
  async () => {
    const { folder, id } = await createWatchedFolder()
    const before = (await listScans(id)).length
    startTestWatcher()
    await settle()
    expect((await listScans(id)).length).toBe(before)
    const [first] = services.splice(0, 1)
    await first!.stop()
    // No process sees this event; the second one finds the change when it takes over.
    writeFiles(folder, { 'S/S v2.cbz': await makeComic() })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz'])
    writeFiles(folder, { 'S/S v3.cbz': await makeComic() })
    await waitUntilPaths(id, ['S/S v1.cbz', 'S/S v2.cbz', 'S/S v3.cbz'])
  },
)
