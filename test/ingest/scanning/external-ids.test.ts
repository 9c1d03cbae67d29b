/** IDs and links to known sites in files become those of the series. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeCbz } from '../../support/make/cbz'
import { makeEpub } from '../../support/make/epub'
import {
  addLibrary,
  listSeries,
  makeFolder,
  scanLibrary,
  type ScanServer,
  startScanServer,
  writeFiles,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const patience = 60_000
const gtin = '9781421539690'
const web = 'https://anilist.co/manga/30002/Berserk'
const makeBook = (words: Record<string, string>, pages = 1) =>
  makeCbz({ pages, comicInfo: { Series: 'Kuro', ...words } })

interface Id {
  id: string
  source: string
  externalId: string
  externalUrl: string | null
}

async function createLibrary(files: Record<string, Uint8Array | string>) {
  const folder = makeFolder()
  writeFiles(folder, files)
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const [series] = await listSeries(server, libraryId)
  const path = `/series/${series!.id}`
  const readSeries = async () => (await server.call('GET', path, { as: 'ada' })).body
  const listIds = async () => {
    const { externalIds } = (await readSeries()) as { externalIds: Id[] }
    const told = externalIds.map((one) => `${one.source} ${one.externalId} ${one.externalUrl}`)
    return told.toSorted()
  }
  const rescan = async (changed: Record<string, Uint8Array | string>) => {
    writeFiles(folder, changed)
    await scanLibrary(server, libraryId)
  }
  return { path, readSeries, listIds, rescan }
}

test(
  'Web links to known sites get their site and id, and the first one the id of the files',
  async () => {
    const Web = `https://example.org/kuro ${web} https://www.mangaupdates.com/series/njeqwry/berserk`
    const { readSeries, listIds } = await createLibrary({ 'K/1.cbz': await makeBook({ Web }) })
    const { externalLinks } = await readSeries()
    const told = externalLinks.map(
      (one: { sourceName: string; externalId: string | null }) =>
        `${one.sourceName} ${one.externalId}`,
    )
    expect(told.toSorted()).toEqual(['anilist 30002', 'example.org null', 'mangaupdates njeqwry'])
    expect(await listIds()).toEqual([`comicinfo 30002 ${web}`])
  },
  patience,
)

test(
  'a GTIN takes the place of a link',
  async () => {
    const { listIds } = await createLibrary({
      'K/1.cbz': await makeBook({ Web: web, GTIN: gtin }),
    })
    expect(await listIds()).toEqual([`comicinfo ${gtin} null`])
  },
  patience,
)

test(
  'a link to an issue is not an id of the series',
  async () => {
    const Web = 'https://comicvine.gamespot.com/saga-1/4000-331111/'
    const { listIds } = await createLibrary({ 'K/1.cbz': await makeBook({ Web }) })
    expect(await listIds()).toEqual([])
  },
  patience,
)

test(
  'the address in series.json counts as comicinfo',
  async () => {
    const url = 'https://comicvine.gamespot.com/saga/4050-46568/'
    const json = JSON.stringify({
      version: '1.0.2',
      metadata: { name: 'Kuro', site_detail_url: url },
    })
    const { listIds } = await createLibrary({
      'K/series.json': json,
      'K/1.cbz': await makeCbz({ pages: 1 }),
    })
    expect(await listIds()).toEqual([`comicinfo 46568 ${url}`])
  },
  patience,
)

test(
  'the number of ComicVine in series.json becomes a link',
  async () => {
    const json = JSON.stringify({ metadata: { name: 'Kuro', comicid: 46568 } })
    const { listIds } = await createLibrary({
      'K/series.json': json,
      'K/1.cbz': await makeCbz({ pages: 1 }),
    })
    const url = 'https://comicvine.gamespot.com/volume/4050-46568/'
    expect(await listIds()).toEqual([`comicinfo 46568 ${url}`])
  },
  patience,
)

test(
  'the ISBN of an e-book is its id',
  async () => {
    const { listIds } = await createLibrary({ 'Novel/Novel.epub': await makeEpub() })
    expect(await listIds()).toEqual(['epub 9780306406157 null'])
  },
  patience,
)

test(
  'ids follow the files, and go with them',
  async () => {
    const { listIds, rescan } = await createLibrary({ 'K/1.cbz': await makeBook({ GTIN: gtin }) })
    await rescan({ 'K/1.cbz': await makeBook({ Web: web }, 2) })
    expect(await listIds()).toEqual([`comicinfo 30002 ${web}`])
    await rescan({ 'K/1.cbz': await makeBook({}, 3) })
    expect(await listIds()).toEqual([])
  },
  patience,
)

test(
  'ids that a user set or removed, and those of providers, survive scans',
  async () => {
    const { path, readSeries, listIds, rescan } = await createLibrary({
      'K/1.cbz': await makeBook({ GTIN: gtin }),
    })
    const add = (source: string, externalId: string) =>
      server.call('POST', `${path}/external-ids`, { as: 'ada', body: { source, externalId } })
    expect((await add('comicinfo', 'mine')).status).toBe(200)
    expect((await add('plugin:anilist', '7')).status).toBe(201)
    await rescan({ 'K/1.cbz': await makeBook({ GTIN: gtin }, 2) })
    expect(await listIds()).toEqual(['comicinfo mine null', 'plugin:anilist 7 null'])
    const { externalIds } = (await readSeries()) as { externalIds: Id[] }
    const { id } = externalIds.find(({ source }) => source === 'comicinfo')!
    const removed = await server.call('DELETE', `${path}/external-ids/${id}`, { as: 'ada' })
    expect(removed.status).toBe(204)
    await rescan({ 'K/1.cbz': await makeBook({ GTIN: gtin }, 3) })
    expect(await listIds()).toEqual(['plugin:anilist 7 null'])
  },
  patience,
)
