/** The folder browser with realistic folders, which can be huge, linked or oddly named. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'quire-browse-'))

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

interface Shown {
  entries: { name: string; isReadable: boolean }[]
  truncated: boolean
}

async function browseFolder(path: string, search?: string): Promise<Shown> {
  const query = new URLSearchParams({ path, ...(search !== undefined && { search }) })
  const { status, body } = await server.call('GET', `/filesystem/browse?${query}`, { as: 'ada' })
  expect(status).toBe(200)
  return body
}

const listNames = async (path: string, search?: string) =>
  (await browseFolder(path, search)).entries.map(({ name }) => name)

describe('a huge folder', () => {
  const huge = join(folder, 'huge')
  const count = 20_000

  beforeAll(() => {
    mkdirSync(huge)
    for (let n = 1; n <= count; n++) mkdirSync(join(huge, `Series ${n}`))
    mkdirSync(join(huge, 'Café Noir'))
  }, 60_000)

  test('is truncated, and the response says so', async () => {
    const { entries, truncated } = await browseFolder(huge)
    expect(entries.length).toBe(1000)
    expect(truncated).toBe(true)
  }, 60_000)

  test('is searched completely by part of a name, ignoring case and accents', async () => {
    expect(await listNames(huge, 'series 1999')).toContain('Series 19999')
    expect(await listNames(huge, 'CAFE n')).toEqual(['Café Noir'])
    expect(await browseFolder(huge, 'no such name')).toMatchObject({
      entries: [],
      truncated: false,
    })
  }, 60_000)
})

test('folders are sorted naturally: 2 before 10, ignoring case', async () => {
  const place = join(folder, 'order')
  for (const name of ['Zoo', 'apple', 'Book 10', 'Book 2']) {
    mkdirSync(join(place, name), { recursive: true })
  }
  expect(await listNames(place)).toEqual(['apple', 'Book 2', 'Book 10', 'Zoo'])
})

test('a link to a folder is listed; links to files, missing targets and system folders are not', async () => {
  const place = join(folder, 'links')
  mkdirSync(join(place, 'real'), { recursive: true })
  writeFileSync(join(place, 'file.txt'), 'x')
  symlinkSync(join(place, 'real'), join(place, 'to a folder'))
  symlinkSync(join(place, 'file.txt'), join(place, 'to a file'))
  symlinkSync(join(place, 'gone'), join(place, 'to nothing'))
  symlinkSync('/proc', join(place, 'to the system'))
  symlinkSync(server.ctx.config.data_dir, join(place, 'to our data'))
  expect(await listNames(place)).toEqual(['real', 'to a folder'])
})
