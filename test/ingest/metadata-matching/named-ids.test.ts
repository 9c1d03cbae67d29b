/** IDs in names and files decide a match, unless the title clearly belongs to another work. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type MatchingServer, startMatchingServer } from './matching-server'

let matching: MatchingServer
beforeAll(async () => {
  matching = await startMatchingServer()
})
afterAll(() => matching.close())

interface Named {
  title: string
  folder?: string
  file?: string
}

async function addNamed({ title, folder, file }: Named) {
  const { server } = matching
  const library = await seedLibrary(server, { type: 'manga' })
  const metadata = folder === undefined ? {} : { metadata: { path: `/library/${folder}` } }
  const series = await seedSeries(server, library, { title, ...metadata })
  await seedBook(server, series, file === undefined ? {} : { relativePath: file })
  await matching.useOnly(library, ['anilist'])
  return { library, series }
}

const places: [string, (id: string) => Partial<Named>][] = [
  ['the folder', (id) => ({ folder: `x [${id}]` })],
  ['a file', (id) => ({ file: `x/x v01 [${id}].cbz` })],
]

test.each(places)('M8: an ID in the name of %s finds a translated title', async (_, place) => {
  const { library } = await addNamed({ title: 'Wikinger', ...place('anilist-30642') })
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(await matching.listItems(run.id)).toMatchObject([
    { state: 'applied', externalId: '30642' },
  ])
})

test.each(places)('M8: an ID in the name of %s that contradicts is reviewed', async (_, place) => {
  const { library, series } = await addNamed({ title: 'One Piece', ...place('anilist-30642') })
  const run = await matching.waitForRun(await matching.startRun(library))
  const [item] = await matching.listItems(run.id)
  expect(item).toMatchObject({
    state: 'review',
    because: { code: 'matching.decision.id_contradicts' },
  })
  const ids = item.candidates.map((one: { externalId: string }) => one.externalId)
  expect(ids.toSorted()).toEqual(['30013', '30642'])
  for (const body of [{}, { query: 'One Piece' }]) {
    const path = `/series/${series.id}/metadata/`
    const { decision } = await matching.call('POST', `${path}search`, body)
    expect(decision).toMatchObject({
      mayApply: false,
      because: { code: 'matching.decision.id_contradicts' },
    })
    const automatic = await matching.call('POST', `${path}auto-match`, {
      pluginId: item.candidates[0].pluginId,
      ...body,
    })
    expect(automatic).toMatchObject({ success: false, code: 'matching.decision.id_contradicts' })
  }
})

test('M8: an ID that agrees with the title is applied, and so is one that a user chose', async () => {
  const agreeing = await addNamed({ title: 'Vinland Saga', folder: 'Vinland Saga [al-30642]' })
  const run = await matching.waitForRun(await matching.startRun(agreeing.library))
  expect(run.counts).toMatchObject({ applied: 1 })
  const chosen = await addNamed({ title: 'One Piece' })
  const path = `/series/${chosen.series.id}`
  await matching.call('POST', `${path}/external-ids`, {
    source: 'plugin:anilist',
    externalId: '30642',
  })
  const next = await matching.waitForRun(await matching.startRun(chosen.library))
  expect(await matching.listItems(next.id)).toMatchObject([
    { state: 'applied', externalId: '30642' },
  ])
})
