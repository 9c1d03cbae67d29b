/** A reading list: reading it in its order, its missing entries, and its export. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listNames } from '../support/find'
import { api, open, usePage } from '../support/page'
import { createReadingList } from '../support/world/lists'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'
import { createBook } from '../support/world/works'

usePage()

const tides = createReadingList('Tides')
const atTides = { id: tides.id }
const [one, two] = [createBook('Ebb', 1), createBook('Flood', 2)]
const createEntry = (number: number): Schemas['ReadingListMissingEntry'] => ({
  id: `01a1fdc4-0439-7419-b25d-0000000e000${number}`,
  series: 'Gone',
  number: String(number),
  volume: '2001',
  year: null,
  format: '',
  bookId: null,
  catalogs: [],
})
const paths = {
  missing: '/api/v1/readlists/{id}/missing',
  match: '/api/v1/readlists/{id}/missing/match',
  entry: '/api/v1/readlists/{id}/missing/{entryId}',
  book: '/api/v1/readlists/{id}/missing/{entryId}/book',
} as const

/** Opens the list. The server keeps which entries are missing. */
async function openList(list = tides, user?: typeof reader) {
  let entries = [createEntry(7), createEntry(8)]
  api.on('get', '/api/v1/readlists/{id}', list)
  api.on('get', '/api/v1/readlists', pageOf([list]))
  api.on('get', '/api/v1/readlists/{id}/books', pageOf([one, two]))
  api.on('get', '/api/v1/readlists/{id}/progress', { bookCount: 2, readCount: 1, nextBook: two })
  api.on('get', paths.missing, () => ({ entries }))
  api.on('delete', paths.entry, ({ url }) => {
    entries = entries.filter(({ id }) => !url.endsWith(id))
    return null as never
  })
  await open(`/reading-lists/${list.id}`, user)
  await findByRole('heading', 'Tides')
}

test('reading goes on with the first book that is not read, within the list', async () => {
  await openList()
  const link = await findByRole('link', /^Read Tides · .*Flood/)
  expect(link.getAttribute('href')).toBe(`/read/${two.id}?list=${tides.id}`)
  const file = await findByRole('link', 'Export as CBL')
  expect(new URL((file as HTMLAnchorElement).href).pathname).toBe(
    `/api/v1/readlists/${tides.id}/cbl`,
  )
})

test('who may not read pages is not offered to', async () => {
  const may = reader.effectivePermissions.filter((each) => each !== 'pages:read')
  await openList(tides, { ...reader, effectivePermissions: may })
  await findByRole('link', 'Export as CBL')
  await findNone('link', /^Read /)
})

test('missing entries are named, searched again and removed', async () => {
  await openList()
  api.on('post', paths.match, { foundCount: 0, missingCount: 2 } as never)
  await click('button', '2 missing entries')
  const dialog = await findByRole('dialog', 'Missing entries')
  const list = await findByRole('list', 'Missing entries', dialog)
  expect(listNames('listitem', list)).toEqual(['Gone (2001) #7', 'Gone (2001) #8'])
  await click('button', 'Search again', dialog)
  await findText('Nothing new was found')
  await click('button', 'Remove Gone (2001) #7', dialog)
  await findNone('button', 'Remove Gone (2001) #7', dialog)
  await findByRole('button', 'Remove Gone (2001) #8', dialog)
  expect(api.changes).toEqual([
    sent('post', paths.match, null, atTides),
    sent('delete', paths.entry, null, { ...atTides, entryId: createEntry(7).id }),
  ])
})

test('M12: the book for a missing entry is chosen', async () => {
  await openList()
  api.on('put', paths.book, null as never)
  api.on('get', '/api/v1/search', { series: [], books: [{ ...two, matched: 'text' }] } as never)
  await click('button', '2 missing entries')
  await click('button', 'Choose book for Gone (2001) #7')
  const dialog = await findByRole('dialog', 'Gone (2001) #7')
  await findNone('button', 'Keep as missing', dialog)
  await click('button', /Flood/, dialog)
  await findNone('dialog', 'Gone (2001) #7')
  expect(api.changes).toEqual([
    sent('put', paths.book, { bookId: two.id }, { ...atTides, entryId: createEntry(7).id }),
  ])
})

test('missing entries are the business of the owner', async () => {
  await openList({ ...tides, isOwner: false, canEdit: false, canDelete: false })
  await findByRole('link', 'Export as CBL')
  await findNone('button', /missing entr/)
  expect(api.sentTo('get', `/api/v1/readlists/${tides.id}/missing`)).toEqual([])
})
