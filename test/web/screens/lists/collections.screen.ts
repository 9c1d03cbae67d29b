/** Collections: the list of them, their form, sharing and order. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, isChecked, isDisabled, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listByRole, listNames, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { createCollection } from '../support/world/lists'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'
import { createBook, createSeries } from '../support/world/works'

usePage()

const harbours = createCollection('Harbours')
const atHarbours = { id: harbours.id }
const groupId = '01a1fdc4-0439-7419-b25d-0000000061a1'
const names = ['Anchor', 'Buoy', 'Cove']
const works = names.map((name, number) => createSeries(name, number + 1))

/** Answers about a collection. The server keeps what is changed there. */
function answerCollection(first = harbours, user?: typeof reader) {
  let [list, entries] = [first, works]
  api.on('get', '/api/v1/collections', () => pageOf([list]))
  api.on('get', '/api/v1/collections/{id}', () => list)
  api.on('get', '/api/v1/collections/{id}/series', () => pageOf(entries))
  api.on('post', '/api/v1/series/list', { ...pageOf([works[0]!]), total: 1 })
  api.on('get', '/api/v1/series/{id}/next-book', { book: createBook('Ebb', 3) })
  api.on('get', '/api/v1/user/shareable-groups', [{ id: groupId, name: 'Club', memberCount: 2 }])
  api.on('patch', '/api/v1/collections/{id}', ({ body }) => {
    list = { ...list, ...(body as Partial<Schemas['Collection']>) }
    return list
  })
  api.on('put', '/api/v1/collections/{id}/series/{itemId}/place', ({ url, body }) => {
    const entry = entries.find(({ id }) => url.includes(`/series/${id}/`))!
    entries = entries.filter((each) => each !== entry)
    entries.splice((body as { place: number }).place - 1, 0, entry)
    return null as never
  })
  api.on('delete', '/api/v1/collections/{id}/series/{itemId}', ({ url }) => {
    entries = entries.filter(({ id }) => !url.endsWith(id))
    return null as never
  })
  api.on('post', '/api/v1/collections/{id}/series', ({ body }) => {
    const { seriesIds } = body as { seriesIds: string[] }
    entries = [...entries, ...works.filter(({ id }) => seriesIds.includes(id))]
    return list
  })
  return async (address = `/collections/${first.id}`) => open(address, user)
}

/** Shows the rows with handles. */
const beginOrdering = () => click('button', 'Change order')

const listTitles = () =>
  listByRole('link').flatMap((link) => link.closest('ol') && link.querySelector('b')!.textContent)
const listEntries = () => listTitles().filter(Boolean).join()
const findOrder = (order: string) => waitFor(() => listEntries() === order, `the order ${order}`)

test('a collection is created with a name, and opens', async () => {
  const openPage = answerCollection()
  api.on('post', '/api/v1/collections', harbours)
  await openPage('/collections')
  await findByRole('link', /^Harbours/)
  await click('button', 'New collection')
  const form = await findByRole('dialog', 'New collection')
  expect(isDisabled(await findByRole('button', 'Save', form))).toBe(true)
  await fill('Name', 'Harbours', form)
  await choose('Order', 'Newest first', form)
  await click('button', 'Save', form)
  await waitFor(() => getAddress() === `/collections/${harbours.id}`, 'the collection')
  await findByRole('heading', 'Harbours')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/collections', {
      name: 'Harbours',
      summary: null,
      ordered: false,
      sort: 'date_added,desc',
      sharing: 'private',
      sharedWith: [],
      sharedWithGroups: [],
    }),
  ])
})

test('a list is shared with a group and a person, who may edit or not', async () => {
  const openPage = answerCollection()
  await openPage()
  await click('button', 'Edit')
  const form = await findByRole('dialog', 'Edit Harbours')
  await findNone('group', 'People', form)
  await choose('Visible to', 'Selected people and groups', form)
  await click('checkbox', /^Club/, form)
  await click('checkbox', 'Can edit: Club', form)
  api.on('get', '/api/v1/users', pageOf([]))
  await fill('Add people by username', 'guest', form)
  await click('button', 'Add', form)
  const guest = await findByRole('checkbox', 'Can edit: guest', form)
  expect(isChecked(guest)).toBe(false)
  await click('button', 'Save', form)
  await findNone('dialog', 'Edit Harbours')
  await findText('shared')
  expect(api.changes).toEqual([
    sent(
      'patch',
      '/api/v1/collections/{id}',
      {
        name: 'Harbours',
        summary: null,
        ordered: true,
        sharing: 'people',
        sharedWith: [{ username: 'guest', canEdit: false }],
        sharedWithGroups: [{ id: groupId, canEdit: true }],
      },
      atHarbours,
    ),
  ])
})

test('a list that becomes private again is shared with nobody', async () => {
  const sharedWith = [{ username: 'guest', canEdit: true }]
  const openPage = answerCollection({ ...harbours, sharing: 'people', sharedWith })
  await openPage()
  await click('button', 'Edit')
  await choose('Visible to', 'Only you', await findByRole('dialog', 'Edit Harbours'))
  await click('button', 'Save')
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes[0]?.body).toMatchObject({
    sharing: 'private',
    sharedWith: [],
    sharedWithGroups: [],
  })
})

test('who may not publish lists is not asked whom to show them', async () => {
  const openPage = answerCollection(harbours, reader)
  await openPage()
  await click('button', 'Edit')
  const form = await findByRole('dialog', 'Edit Harbours')
  await fill('Name', 'Ports', form)
  expect(listNames('combobox', form)).toEqual(['Order'])
  await click('button', 'Save', form)
  await findByRole('heading', 'Ports')
  expect(api.changes[0]?.body).toEqual({ name: 'Ports', summary: null, ordered: true })
})

test('another reader sees a shared list, and cannot change it', async () => {
  const shared = { ...harbours, isOwner: false, canEdit: false, canDelete: false }
  const openPage = answerCollection({ ...shared, sharing: 'everyone' }, reader)
  await openPage()
  await findByRole('link', /^Anchor/)
  await findText('for everybody · by ada')
  for (const name of ['Edit', 'Delete', 'Change order', /^Move/]) {
    await findNone('button', name)
  }
})

test.each([
  [true, 1],
  [false, 0],
])('an empty list explains how to add entries only if you can: %p', async (canEdit, hints) => {
  const empty = { ...harbours, canEdit, seriesCount: 0 }
  const openPage = answerCollection(empty)
  api.on('get', '/api/v1/collections/{id}/series', pageOf([]))
  await openPage()
  await findText('This list is empty')
  const { textContent } = document.body
  expect(textContent.split('To add entries, use the menu on a cover').length - 1).toBe(hints)
})

test('entries are moved by keys, by buttons and by menu', async () => {
  const openPage = answerCollection()
  await openPage()
  await beginOrdering()
  await findOrder('Anchor,Buoy,Cove')
  pressKey('ArrowDown', await findByRole('link', /^Anchor/), { altKey: true })
  await findOrder('Buoy,Anchor,Cove')
  await click('button', 'Move Cove up')
  await findOrder('Buoy,Cove,Anchor')
  await click('button', 'More actions for Anchor')
  await click('menuitem', 'Move to top')
  await findOrder('Anchor,Buoy,Cove')
  await waitFor(() => api.changes.length === 3, 'the requests')
  const path = '/api/v1/collections/{id}/series/{itemId}/place'
  const moved = (index: number, place: number) =>
    sent('put', path, { place }, { ...atHarbours, itemId: works[index]!.id })
  expect(api.changes).toEqual([moved(0, 2), moved(2, 2), moved(0, 1)])
})

test('the first entry cannot move up, and the last not down', async () => {
  const openPage = answerCollection()
  await openPage()
  await beginOrdering()
  await findOrder('Anchor,Buoy,Cove')
  expect(isDisabled(await findByRole('button', 'Move Anchor up'))).toBe(true)
  expect(isDisabled(await findByRole('button', 'Move Cove down'))).toBe(true)
  pressKey('ArrowUp', await findByRole('link', /^Anchor/), { altKey: true })
  expect(api.changes).toEqual([])
})

test('J9: a collection looks like the library: covers, progress, next book and selection', async () => {
  const openPage = answerCollection()
  await openPage()
  await findText('1 of 3 read')
  const list = await findByRole('list', /^Harbours/)
  await findByRole('link', /^Buoy/, list)
  await findNone('button', /^Move/)
  const read = await findByRole('link', 'Read Tides · No. 3 · Ebb')
  expect(read.getAttribute('href')).toBe(`/read/${createBook('', 3).id}`)
  await click('button', 'Select')
  await findByRole('toolbar', 'Selection')
})

test('J9: the next book is found behind many series that are read', async () => {
  const openPage = answerCollection()
  const isRead = { unreadCount: 0, readCount: 2 }
  const read = Array.from({ length: 120 }, (_, n) => createSeries(`Read ${n}`, n + 10, isRead))
  api.on('get', '/api/v1/collections/{id}/series', ({ url }) => {
    const data = new URL(url, 'http://quire').searchParams.get('page') === '2' ? works : read
    return { ...pageOf(data), total: 123, totalPages: 2 }
  })
  await openPage()
  await findByRole('link', 'Read Tides · No. 3 · Ebb')
})

test('J9: a collection is filtered and sorted in place, as the library is', async () => {
  const openPage = answerCollection()
  const asked: unknown[] = []
  api.on('post', '/api/v1/series/list', ({ url, body }) => {
    if (!url.includes('pageSize=1&') && !url.endsWith('pageSize=1')) asked.push([url, body])
    return pageOf([works[1]!])
  })
  api.on('post', '/api/v1/series/list/alphabetical-groups', [])
  await openPage(`/collections/${harbours.id}?status=ongoing`)
  await findText('1 of 3 series')
  const list = await findByRole('list', /^Harbours/)
  await findByRole('link', /^Buoy/, list)
  await findNone('link', /^Anchor/, list)
  const inHarbours = { inCollection: { operator: 'is', value: harbours.id } }
  expect(JSON.stringify(asked)).toContain(JSON.stringify(inHarbours))
})

test('J9: the order of the list is one of the orders', async () => {
  const openPage = answerCollection()
  api.on('post', '/api/v1/series/list', pageOf(works.toReversed()))
  await openPage()
  await click('button', 'List order')
  await click('menuitem', 'Date added')
  await waitFor(() => getAddress().includes('sort=date_added'), 'the order in the address')
  await click('button', /^Date added/)
  await click('menuitem', 'List order')
  await waitFor(() => getAddress() === `/collections/${harbours.id}`, 'the order of the list')
})

type Pins = NonNullable<Schemas['PreferenceValues']['ui.pinnedLists']>

/** The server keeps what is pinned. */
function answerPins(pinned: Pins) {
  let kept: Schemas['PreferenceValues'] = { 'ui.pinnedLists': pinned }
  const view = () => ({ scope: 'user', id: null, preferences: kept }) as never
  api.on('get', '/api/v1/preferences', view)
  api.on('patch', '/api/v1/preferences', ({ body }) => {
    kept = { ...kept, ...(body as { preferences: typeof kept }).preferences }
    return view()
  })
}

const pinOf = (name: string) => ({ kind: 'collection', id: harbours.id, name }) as const
const getSidebar = () => document.querySelector<HTMLElement>('nav[aria-label=Main]')!

test('J9: the pin of a deleted collection is removed', async () => {
  const openPage = answerCollection()
  answerPins([pinOf('Harbours')])
  api.on('delete', '/api/v1/collections/{id}', null as never)
  await openPage()
  await findByRole('link', 'Harbours', getSidebar())
  await click('button', 'Delete')
  await click('button', 'Delete', await findByRole('dialog', 'Delete Harbours?'))
  await findText('Deleted Harbours')
  await findNone('link', 'Harbours', getSidebar())
  expect(api.changes.map(({ method, body }) => [method, body])).toEqual([
    ['DELETE', null],
    ['PATCH', { preferences: { 'ui.pinnedLists': [] } }],
  ])
})

test('J9: the pin of a collection that others deleted is removed when it is opened', async () => {
  const openPage = answerCollection()
  answerPins([pinOf('Harbours')])
  api.refuse('get', '/api/v1/collections/{id}', 404, { error: 'not_found', message: '' })
  await openPage()
  await waitFor(() => api.changes.length > 0, 'a change of the pins')
  await findNone('link', 'Harbours', getSidebar())
  expect(api.changes.map(({ body }) => body)).toEqual([{ preferences: { 'ui.pinnedLists': [] } }])
})

test('J9: a pin follows the name of its collection', async () => {
  const openPage = answerCollection()
  answerPins([pinOf('Ports')])
  await openPage()
  await findByRole('link', 'Harbours', getSidebar())
  expect(api.changes.map(({ body }) => body)).toEqual([
    { preferences: { 'ui.pinnedLists': [pinOf('Harbours')] } },
  ])
})

test('J9: a collection is pinned to the sidebar', async () => {
  const openPage = answerCollection()
  answerPins([])
  await openPage()
  await click('button', 'Pin to sidebar')
  const sidebar = document.querySelector<HTMLElement>('nav[aria-label=Main]')!
  await findByRole('link', 'Harbours', sidebar)
  await click('button', 'Unpin from sidebar')
  await findNone('link', 'Harbours', sidebar)
  expect(api.changes.map(({ body }) => body)).toEqual([
    {
      preferences: {
        'ui.pinnedLists': [{ kind: 'collection', id: harbours.id, name: 'Harbours' }],
      },
    },
    { preferences: { 'ui.pinnedLists': [] } },
  ])
})

test('a refused move restores the order of the server', async () => {
  const openPage = answerCollection()
  api.refuse('put', '/api/v1/collections/{id}/series/{itemId}/place', 403, {
    error: 'forbidden',
    message: 'Forbidden',
  })
  await openPage()
  await beginOrdering()
  await findOrder('Anchor,Buoy,Cove')
  await click('button', 'Move Anchor down')
  await findText('You don’t have permission to do this')
  await findOrder('Anchor,Buoy,Cove')
})

test('a removed entry comes back to its place', async () => {
  const openPage = answerCollection()
  await openPage()
  await beginOrdering()
  await click('button', 'More actions for Buoy')
  await click('menuitem', 'Remove')
  await findText('Removed Buoy')
  await findOrder('Anchor,Cove')
  await click('button', 'Undo')
  await findOrder('Anchor,Buoy,Cove')
  const [, buoy] = works
  const atBuoy = { ...atHarbours, itemId: buoy!.id }
  expect(api.changes).toEqual([
    sent('delete', '/api/v1/collections/{id}/series/{itemId}', null, atBuoy),
    sent('post', '/api/v1/collections/{id}/series', { seriesIds: [buoy!.id] }, atHarbours),
    sent('put', '/api/v1/collections/{id}/series/{itemId}/place', { place: 2 }, atBuoy),
  ])
})

test('a list is deleted after a question, and the others are shown', async () => {
  const openPage = answerCollection()
  api.on('delete', '/api/v1/collections/{id}', () => {
    api.on('get', '/api/v1/collections', pageOf([]))
    return null as never
  })
  await openPage()
  await click('button', 'Delete')
  const question = await findByRole('dialog', 'Delete Harbours?')
  await findText('The series and books in the list stay in the library', question)
  await click('button', 'Delete', question)
  await findText('There are no collections yet')
  await findNone('textbox', 'Search by name')
  expect(getAddress()).toBe('/collections')
  expect(api.changes).toEqual([sent('delete', '/api/v1/collections/{id}', null, atHarbours)])
})
