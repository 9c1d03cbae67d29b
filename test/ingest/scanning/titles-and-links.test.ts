/** Alternate titles and links in files become those of the series. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const patience = 60_000
const makeBook = (words: Record<string, string>, pages = 1) => makeCbz({ pages, comicInfo: words })

async function createLibrary(files: Record<string, Uint8Array>) {
  const folder = makeFolder()
  writeFiles(folder, files)
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const [series] = await listSeries(server, id)
  const getSeries = async () =>
    (await server.call('GET', `/series/${series!.id}`, { as: 'ada' })).body
  const editSeries = (body: object) =>
    server.call('POST', `/series/${series!.id}/metadata/edit`, { as: 'ada', body })
  return { folder, id, getSeries, editSeries }
}

const listTitles = (found: { alternateTitles: { title: string }[] }) =>
  found.alternateTitles.map(({ title }) => title)
const listLinks = (found: { externalLinks: { sourceName: string; url: string }[] }) =>
  found.externalLinks.map(({ sourceName, url }) => `${sourceName} ${url}`)

test(
  'LocalizedSeries becomes an alternate title, found by search, and Web a link',
  async () => {
    const words = { Series: 'Kuro', LocalizedSeries: 'Black', Web: 'https://www.a.org/kuro' }
    const { getSeries } = await createLibrary({
      'K/1.cbz': await makeBook(words),
      'K/2.cbz': await makeBook({ ...words, Number: '2' }, 2),
    })
    const found = await getSeries()
    expect(listTitles(found)).toEqual(['Black'])
    expect(listLinks(found)).toEqual(['a.org https://www.a.org/kuro'])
    const search = { as: 'ada', body: { query: 'black' } }
    expect((await server.call('POST', '/series/search', search)).body).toHaveLength(1)
  },
  patience,
)

test(
  'a link of a single volume and the series title itself are ignored',
  async () => {
    const buildVolume = (number: number) => ({
      Series: 'Kuro',
      LocalizedSeries: 'KURO',
      Number: `${number}`,
      Web: `https://b.org/issue/${number} https://a.org/kuro`,
    })
    const { getSeries } = await createLibrary({
      'K/1.cbz': await makeBook(buildVolume(1)),
      'K/2.cbz': await makeBook(buildVolume(2), 2),
    })
    const found = await getSeries()
    expect([listTitles(found), listLinks(found)]).toEqual([[], ['a.org https://a.org/kuro']])
  },
  patience,
)

test(
  'edits survive the next scan, and follow the files after a reset',
  async () => {
    const words = { Series: 'Kuro', LocalizedSeries: 'Black', Web: 'https://a.org/kuro' }
    const { folder, id, getSeries, editSeries } = await createLibrary({
      'K/1.cbz': await makeBook(words),
    })
    await editSeries({ alternateTitles: [{ label: 'French', title: 'Noir' }], externalLinks: [] })
    const again = { ...words, LocalizedSeries: 'Blacker', Web: 'https://a.org/new' }
    writeFiles(folder, { 'K/1.cbz': await makeBook(again, 3) })
    await scanLibrary(server, id)
    const kept = await getSeries()
    expect([listTitles(kept), listLinks(kept)]).toEqual([['Noir'], []])
    await editSeries({ reset: ['alternateTitles', 'externalLinks'] })
    const reset = await getSeries()
    expect([listTitles(reset), listLinks(reset)]).toEqual([
      ['Blacker'],
      ['a.org https://a.org/new'],
    ])
  },
  patience,
)

test(
  'values removed from a file are removed from the series',
  async () => {
    const words = { Series: 'Kuro', LocalizedSeries: 'Black', Web: 'https://a.org/kuro' }
    const { folder, id, getSeries } = await createLibrary({ 'K/1.cbz': await makeBook(words) })
    writeFiles(folder, { 'K/1.cbz': await makeBook({ Series: 'Kuro' }, 3) })
    await scanLibrary(server, id)
    const found = await getSeries()
    expect([listTitles(found), listLinks(found)]).toEqual([[], []])
  },
  patience,
)

test.each([
  ['of chapters', { Number: '2', Count: '12' }, { totalChapterCount: 12, totalVolumeCount: null }],
  ['of volumes', { Volume: '2', Count: '12' }, { totalChapterCount: null, totalVolumeCount: 12 }],
  ['too small', { Number: '20', Count: '12' }, { totalChapterCount: null, totalVolumeCount: null }],
  ['unknown', { Number: '2', Count: '-1' }, { totalChapterCount: null, totalVolumeCount: null }],
])(
  'A9: a Count %s becomes the total of the series',
  async (_, words, totals) => {
    const { getSeries } = await createLibrary({
      'K/2.cbz': await makeBook({ Series: 'K', ...words }),
    })
    expect((await getSeries()).metadata).toMatchObject(totals)
  },
  patience,
)
