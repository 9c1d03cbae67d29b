import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import {
  verifyDataFolder,
  getInstanceFile,
} from '../../../src/platform/db/folder/verify-data-folder'
import type { Store } from '../../../src/platform/db/store'
import { openTestStore } from '../../support/database'
import { makeFolder } from '../../support/make/tree'

let store: Store
const warnings: unknown[] = []
const log = { warn: (message: unknown) => void warnings.push(message) }
const verify = (folder: string, hasOthers = false, joinsOthers = true) =>
  verifyDataFolder(store, folder, { log, joinsOthers, hasOthers: async () => hasOthers })

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('accepts a matching data folder, warns about a new one and refuses that of another database', async () => {
  const first = makeFolder()
  await verify(first)
  await verify(first)
  expect(warnings).toEqual([])

  // A disk may be disconnected, so a new folder causes a warning instead of a refusal.
  await verify(makeFolder())
  expect(warnings).toEqual([expect.objectContaining({ code: 'database.log.new_folder' })])

  // All processes need the same folder.
  const notShared = makeFolder()
  await expect(verify(notShared, true)).rejects.toThrow(/data_dir: The folder .* is not the data/)
  expect(existsSync(getInstanceFile(notShared))).toBe(false)
  await verify(first, true)
  // A command must not make it the data folder.
  await verify(notShared, true, false)
  expect(existsSync(getInstanceFile(notShared))).toBe(false)

  const foreign = makeFolder()
  writeFileSync(getInstanceFile(foreign), `${Bun.randomUUIDv7()}\n`)
  const refused = await verify(foreign).catch((error: Error) => error)
  expect((refused as Error).name).toBe('ConfigError')
  expect((refused as Error).message).toContain('belongs to another database')
})

test('accepts a new folder beside others if files are in a bucket and the key is shared', async () => {
  const beside = { log, joinsOthers: true, hasOthers: async () => true, hasBucket: true }
  warnings.length = 0
  const lacksKey = makeFolder()
  await expect(verifyDataFolder(store, lacksKey, beside)).rejects.toThrow(
    'encryption_key: must be set, and be the same for all processes',
  )
  expect(existsSync(getInstanceFile(lacksKey))).toBe(false)

  const own = makeFolder()
  await verifyDataFolder(store, own, { ...beside, hasKey: true })
  expect(existsSync(getInstanceFile(own))).toBe(true)
  await verifyDataFolder(store, own, { ...beside, hasKey: true })
  expect(warnings).toEqual([])

  const foreign = makeFolder()
  writeFileSync(getInstanceFile(foreign), `${Bun.randomUUIDv7()}\n`)
  await expect(verifyDataFolder(store, foreign, { ...beside, hasKey: true })).rejects.toThrow(
    'belongs to another database',
  )
})
