import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
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

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('accepts a matching data folder, warns about a new one and refuses that of another database', async () => {
  const first = makeFolder()
  await verifyDataFolder(store, first, log)
  await verifyDataFolder(store, first, log)
  expect(warnings).toEqual([])

  // A disk may be disconnected, so a new folder causes a warning instead of a refusal.
  await verifyDataFolder(store, makeFolder(), log)
  expect(warnings).toEqual([expect.objectContaining({ code: 'database.log.new_folder' })])

  const foreign = makeFolder()
  writeFileSync(getInstanceFile(foreign), `${Bun.randomUUIDv7()}\n`)
  const refused = await verifyDataFolder(store, foreign, log).catch((error: Error) => error)
  expect((refused as Error).name).toBe('MigrationRefused')
  expect((refused as Error).message).toContain('belongs to another database')
})
