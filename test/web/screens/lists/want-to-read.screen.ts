/** The want-to-read list. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, isDisabled, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findText, listByRole, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { answerLibrary } from '../support/world/library'
import { pageOf } from '../support/world/pages'
import { createBook } from '../support/world/works'

usePage()

type Entry = Schemas['WantToReadEntry']
const createEntry = (title: string, position: number, itemType: Entry['itemType']): Entry => {
  const itemId = `01a1fdc4-0439-7419-b25d-0000000e000${position}`
  return {
    id: `01a1fdc4-0439-7419-b25d-00000000000${position}`,
    itemType,
    seriesId: itemType === 'series' ? itemId : null,
    bookId: itemType === 'book' ? itemId : null,
    title,
    seriesName: itemType === 'book' ? title : null,
    numberKind: null,
    numberFrom: null,
    numberTo: null,
    volume: null,
    position,
    addedAt: '2026-01-01T00:00:00.000Z',
  }
}
const [anchor, buoy, cove] = [
  createEntry('Anchor', 1, 'series'),
  createEntry('Buoy', 2, 'book'),
  createEntry('Cove', 3, 'series'),
]

/** Opens the list. The server keeps what is changed there. */
async function openQueue(first: Entry[] = [anchor, buoy, cove], rows = true) {
  let queue = first
  api.on('get', '/api/v1/want-to-read', () => pageOf(queue))
  api.on('get', '/api/v1/series/{id}/next-book', { book: createBook('Ebb', 3) })
  api.on('put', '/api/v1/want-to-read/{id}/place', ({ url, body }) => {
    const entry = queue.find(({ id }) => url.includes(id))!
    queue = queue.filter((each) => each !== entry)
    queue.splice((body as { place: number }).place - 1, 0, entry)
    return null as never
  })
  const takeOut = ({ url }: { url: string }) => {
    queue = queue.filter(({ seriesId, bookId }) => !url.endsWith(seriesId ?? bookId!))
    return null as never
  }
  api.on('delete', '/api/v1/want-to-read/series/{id}', takeOut)
  api.on('delete', '/api/v1/want-to-read/books/{id}', takeOut)
  api.on('post', '/api/v1/want-to-read', ({ body }) => {
    const { bookId } = body as { bookId?: string }
    const entry = {
      ...first.find((each) => each.bookId === bookId)!,
      id: anchor.id.replace(/1$/, '9'),
    }
    queue = [...queue, entry]
    return entry
  })
  await open('/want-to-read')
  await findByRole('heading', 'Want to read')
  if (rows && first.length > 0) await click('button', 'Change order')
}

const findOrder = (order: string) =>
  waitFor(() => {
    const titles = listByRole('listitem').map(
      (item) => item.querySelector('ol b')?.textContent ?? item.querySelector('b')?.textContent,
    )
    return titles.filter(Boolean).join() === order
  }, `the order ${order}`)

const moved = ({ id }: Entry, place: number) =>
  sent('put', '/api/v1/want-to-read/{id}/place', { place }, { id })

test('the list shows covers with a menu, and what to read first', async () => {
  await openQueue(
    [anchor, { ...buoy, seriesName: 'Harbors', numberKind: 'volume', numberFrom: 2 }],
    false,
  )
  await findText('2 entries')
  const list = await findByRole('list', /^Want to read/)
  expect((await findByRole('link', /^Anchor/, list)).getAttribute('href')).toContain('/series/')
  const book = await findByRole('link', /^Harbors/, list)
  expect(book.textContent).toContain('Vol. 2 · Buoy')
  expect(book.getAttribute('href')).toEndWith(`/book/${buoy.bookId}`)
  const first = await findByRole('link', 'Read Anchor')
  expect(first.getAttribute('href')).toEndWith(`/read/${createBook('Ebb', 3).id}`)
})

test('an entry is moved by keys as fast as they are pressed, and its place is saved', async () => {
  await openQueue()
  await findOrder('Anchor,Buoy,Cove')
  await findText('3 entries')
  const link = await findByRole('link', /^Anchor/)
  pressKey('ArrowDown', link, { altKey: true })
  await findOrder('Buoy,Anchor,Cove')
  pressKey('ArrowDown', await findByRole('link', /^Anchor/), { altKey: true })
  await findOrder('Buoy,Cove,Anchor')
  await waitFor(() => api.changes.length === 2, 'the requests')
  expect(api.changes).toEqual([moved(anchor, 2), moved(anchor, 3)])
  await findOrder('Buoy,Cove,Anchor')
})

test('arrow keys without Alt move nothing', async () => {
  await openQueue()
  await findOrder('Anchor,Buoy,Cove')
  pressKey('ArrowDown', await findByRole('link', /^Anchor/))
  await findOrder('Anchor,Buoy,Cove')
  expect(api.changes).toEqual([])
})

test('an entry is moved to the bottom by menu, and the last one cannot be', async () => {
  await openQueue()
  await click('button', 'More actions for Anchor')
  await click('menuitem', 'Move to bottom')
  await findOrder('Buoy,Cove,Anchor')
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes).toEqual([moved(anchor, 3)])
  await click('button', 'More actions for Anchor')
  expect(isDisabled(await findByRole('menuitem', 'Move to bottom'))).toBe(true)
})

test('a removed book returns to its place as a book', async () => {
  await openQueue()
  await click('button', 'More actions for Buoy')
  await click('menuitem', 'Remove')
  await findText('2 entries')
  await findOrder('Anchor,Cove')
  await click('button', 'Undo')
  await findText('3 entries')
  await findOrder('Anchor,Buoy,Cove')
  expect(api.changes).toEqual([
    sent('delete', '/api/v1/want-to-read/books/{id}', null, { id: buoy.bookId! }),
    sent('post', '/api/v1/want-to-read', { bookId: buoy.bookId }),
    moved({ ...buoy, id: anchor.id.replace(/1$/, '9') }, 2),
  ])
})

test('an empty list says how to fill it, and leads to the library', async () => {
  await openQueue([])
  await findText('Your list is empty')
  answerLibrary([])
  await click('link', 'Go to library')
  await waitFor(() => getAddress() === '/library', 'the library')
})
