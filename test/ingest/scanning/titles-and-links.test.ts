/** Other titles and links that files give become those of the series. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const patience = 60_000
const book = (words: Record<string, string>, pages = 1) => makeCbz({ pages, comicInfo: words })

async function shelf(files: Record<string, Uint8Array>) {
  const folder = makeFolder()
  put(folder, files)
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const [series] = await seriesOf(server, id)
  const shown = async () => (await server.call('GET', `/series/${series!.id}`, { as: 'ada' })).body
  const edit = (body: object) =>
    server.call('POST', `/series/${series!.id}/metadata/edit`, { as: 'ada', body })
  return { folder, id, shown, edit }
}

const titles = (found: { alternateTitles: { title: string }[] }) =>
  found.alternateTitles.map(({ title }) => title)
const links = (found: { externalLinks: { sourceName: string; url: string }[] }) =>
  found.externalLinks.map(({ sourceName, url }) => `${sourceName} ${url}`)

test(
  'LocalizedSeries is another title, found by search, and Web a link of the series',
  async () => {
    const words = { Series: 'Kuro', LocalizedSeries: 'Black', Web: 'https://www.a.org/kuro' }
    const { shown } = await shelf({
      'K/1.cbz': await book(words),
      'K/2.cbz': await book({ ...words, Number: '2' }, 2),
    })
    const found = await shown()
    expect(titles(found)).toEqual(['Black'])
    expect(links(found)).toEqual(['a.org https://www.a.org/kuro'])
    const search = { as: 'ada', body: { query: 'black' } }
    expect((await server.call('POST', '/series/search', search)).body).toHaveLength(1)
  },
  patience,
)

test(
  'the page of one volume is no link of the series, nor the title itself another title',
  async () => {
    const of = (number: number) => ({
      Series: 'Kuro',
      LocalizedSeries: 'KURO',
      Number: `${number}`,
      Web: `https://b.org/issue/${number} https://a.org/kuro`,
    })
    const { shown } = await shelf({
      'K/1.cbz': await book(of(1)),
      'K/2.cbz': await book(of(2), 2),
    })
    const found = await shown()
    expect([titles(found), links(found)]).toEqual([[], ['a.org https://a.org/kuro']])
  },
  patience,
)

test(
  'what a person wrote or took away stays with the next scan, and follows the files after a reset',
  async () => {
    const words = { Series: 'Kuro', LocalizedSeries: 'Black', Web: 'https://a.org/kuro' }
    const { folder, id, shown, edit } = await shelf({ 'K/1.cbz': await book(words) })
    await edit({ alternateTitles: [{ label: 'French', title: 'Noir' }], externalLinks: [] })
    const again = { ...words, LocalizedSeries: 'Blacker', Web: 'https://a.org/new' }
    put(folder, { 'K/1.cbz': await book(again, 3) })
    await scan(server, id)
    const kept = await shown()
    expect([titles(kept), links(kept)]).toEqual([['Noir'], []])
    await edit({ reset: ['alternateTitles', 'externalLinks'] })
    const reset = await shown()
    expect([titles(reset), links(reset)]).toEqual([['Blacker'], ['a.org https://a.org/new']])
  },
  patience,
)

test(
  'what a file no longer says goes with it',
  async () => {
    const words = { Series: 'Kuro', LocalizedSeries: 'Black', Web: 'https://a.org/kuro' }
    const { folder, id, shown } = await shelf({ 'K/1.cbz': await book(words) })
    put(folder, { 'K/1.cbz': await book({ Series: 'Kuro' }, 3) })
    await scan(server, id)
    const found = await shown()
    expect([titles(found), links(found)]).toEqual([[], []])
  },
  patience,
)
