/** Selecting series and books, and changing them together. */
import { expect, test } from 'bun:test'
import { choose, click, fill, isChecked, isDisabled, press, pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, hasText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerLibrary } from '../support/world/library'
import { reader } from '../support/world/people'
import { createBook, createSeries } from '../support/world/works'

usePage()

const titles = ['Anchor', 'Buoy', 'Cove', 'Dune', 'Eddy', 'Fjord']
const series = titles.map((title, place) => createSeries(title, place + 1))
const books = titles.map((title, place) => createBook(title, place + 1))
const noMessage = { message: '', code: '', params: {} }

async function openTable(tab = '', user?: typeof reader) {
  answerLibrary(series, books)
  // Links ask for their target before they are followed.
  api.on('get', '/api/v1/series/{id}', series[0]!)
  await open(`/library?view=table${tab}`, user)
  return findByRole('link', tab ? 'No. 1 · Anchor' : /^Anchor/)
}

const findCount = (count: number) => findText(`${count} selected`)
const idsOf = (items: readonly { id: string }[], ...places: number[]) =>
  places.map((place) => items[place]!.id)

test('rows are selected by keys: one, a range, all, none', async () => {
  const first = await openTable()
  first.focus()
  pressKey('x')
  await findCount(1)
  await waitFor(() => document.activeElement?.getAttribute('role') === 'checkbox', 'the checkbox')
  pressKey('ArrowDown', document.activeElement!, { shiftKey: true })
  await findCount(2)
  pressKey('ArrowDown', document.activeElement!, { shiftKey: true })
  await findCount(3)
  pressKey('a', document.activeElement!, { ctrlKey: true })
  await findCount(6)
  pressKey('Escape')
  await findNone('toolbar', 'Selection')
  expect(api.changes).toEqual([])
})

test('a range is selected with Shift, and marked as read at once', async () => {
  await openTable()
  await click('button', 'Select')
  expect(isDisabled(await findByRole('button', 'Mark as read'))).toBe(true)
  await click('checkbox', 'Select Buoy')
  press(await findByRole('checkbox', 'Select Dune'), { shiftKey: true })
  await findCount(3)
  api.on('post', '/api/v1/series/bulk/read', {
    ...noMessage,
    count: 5,
    undoId: 'mark',
    problems: [],
  })
  await click('button', 'Mark as read')
  await findText('Marked 5 books as read')
  await findNone('toolbar', 'Selection')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/series/bulk/read', { seriesIds: idsOf(series, 1, 2, 3) }),
  ])
})

test('J11: marking a selection is undone, also what was marked in several batches', async () => {
  const many = Array.from({ length: 60 }, (_, place) => createBook(`Book ${place}`, place + 1))
  answerLibrary([], many)
  await open('/library?view=table&tab=books')
  await click('button', 'Select')
  await click('button', 'Select all 60')
  await findCount(60)
  api.on('post', '/api/v1/books/bulk/read', ({ body }) => {
    const count = (body as { bookIds: string[] }).bookIds.length
    return { ...noMessage, count, undoId: `mark${count}`, problems: [] }
  })
  await click('button', 'Mark as read')
  await findText('Marked 60 books as read')
  const undo = '/api/v1/progress/marks/{id}/undo'
  api.on('post', undo, { ...noMessage, count: 9, kept: 1 })
  await click('button', 'Undo')
  await findText('Undone, except for 2 books read since')
  expect(api.changes.slice(2).map(({ url }) => url)).toEqual([
    undo.replace('{id}', 'mark10'),
    undo.replace('{id}', 'mark50'),
  ])
})

test('the result says what was unchanged and what failed', async () => {
  await openTable('&tab=books')
  await click('button', 'Select')
  await click('button', 'Select all 6')
  await findCount(6)
  const problem = { id: books[0]!.id, error: 'forbidden', ...noMessage }
  api.on('post', '/api/v1/books/bulk/unread', {
    ...noMessage,
    count: 2,
    undoId: null,
    problems: [problem],
  })
  await click('button', 'Mark as unread')
  await findText('Marked 2 books as unread. 3 already up to date. 1 couldn’t be changed')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/bulk/unread', { bookIds: idsOf(books, 0, 1, 2, 3, 4, 5) }),
  ])
})

test('what could not be changed stays selected', async () => {
  await openTable()
  await click('button', 'Select')
  await click('checkbox', 'Select Anchor')
  await click('checkbox', 'Select Cove')
  await click('checkbox', 'Select Dune')
  const problem = { id: series[2]!.id, error: 'forbidden', ...noMessage }
  const result = { ...noMessage, count: 4, undoId: null }
  api.on('post', '/api/v1/series/bulk/read', { ...result, problems: [problem] })
  await click('button', 'Mark as read')
  await findText('Marked 4 books as read. 1 couldn’t be changed')
  await findCount(1)
  expect(isChecked(await findByRole('checkbox', 'Select Cove'))).toBe(true)
  api.on('post', '/api/v1/series/bulk/read', { ...result, problems: [] })
  await click('button', 'Mark as read')
  await findNone('toolbar', 'Selection')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/series/bulk/read', { seriesIds: idsOf(series, 0, 2, 3) }),
    sent('post', '/api/v1/series/bulk/read', { seriesIds: idsOf(series, 2) }),
  ])
})

test('a second click takes an item out of the selection', async () => {
  await openTable()
  await click('button', 'Select')
  await click('checkbox', 'Select Anchor')
  await click('checkbox', 'Select Cove')
  await click('checkbox', 'Select Anchor')
  await findCount(1)
  api.on('post', '/api/v1/want-to-read/bulk', { added: 1, alreadyPresent: 0 })
  await click('button', 'Want to read', await findByRole('toolbar', 'Selection'))
  await findText('Added 1 item to Want to read')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/want-to-read/bulk', { seriesIds: idsOf(series, 2) }),
  ])
})

test('a change of the filter ends the selection', async () => {
  await openTable()
  await click('button', 'Select')
  await click('checkbox', 'Select Anchor')
  await findCount(1)
  await fill('Search this library', 'Buoy')
  await findNone('toolbar', 'Selection')
})

test('many books are edited and locked together, by what was changed only', async () => {
  await openTable('&tab=books')
  await click('button', 'Select')
  await click('checkbox', /Anchor/)
  await click('checkbox', /Buoy/)
  const result = { ...noMessage, updatedCount: 2, unchangedCount: 0, problems: [] }
  api.on('patch', '/api/v1/books/bulk/metadata', result)
  api.on('put', '/api/v1/books/bulk/metadata/locks', result)
  await click('button', 'Edit', await findByRole('toolbar', 'Selection'))
  const sheet = await findByRole('dialog', 'Edit 2 books')
  await fill('Publisher', 'Paper Press', sheet)
  await click('button', 'Clear Imprint for all', sheet)
  await click('tab', 'Locks', sheet)
  await choose('Summary', 'Lock', sheet)
  await click('button', 'Save', sheet)
  await findText('Saved 2 books')
  const bookIds = idsOf(books, 0, 1)
  expect(api.changes).toEqual([
    sent('patch', '/api/v1/books/bulk/metadata', {
      bookIds,
      publisher: 'Paper Press',
      imprint: null,
    }),
    sent('put', '/api/v1/books/bulk/metadata/locks', {
      bookIds,
      summaryLock: true,
    }),
  ])
})

test('P12: genres and subjects are added to many books and removed from them', async () => {
  await openTable('&tab=books')
  await click('button', 'Select')
  await click('checkbox', /Anchor/)
  await click('checkbox', /Buoy/)
  const result = { ...noMessage, updatedCount: 2, unchangedCount: 0, problems: [] }
  api.on('post', '/api/v1/books/bulk/genres', result)
  api.on('post', '/api/v1/books/bulk/tags', result)
  await click('button', 'Edit', await findByRole('toolbar', 'Selection'))
  const sheet = await findByRole('dialog', 'Edit 2 books')
  await click('tab', 'Genres and subjects', sheet)
  for (const [label, name] of [
    ['Add to Genres to add', 'Noir'],
    ['Add to Subjects to remove', 'Rain'],
  ] as const) {
    await fill(label, name, sheet)
    pressKey('Enter', document.activeElement!)
  }
  await click('button', 'Save', sheet)
  await findText('Saved 2 books')
  const bookIds = idsOf(books, 0, 1)
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/bulk/genres', { bookIds, add: ['Noir'], remove: [] }),
    sent('post', '/api/v1/books/bulk/tags', { bookIds, add: [], remove: ['Rain'] }),
  ])
})

test('a reader marks, and is offered no edit', async () => {
  await openTable('', reader)
  await click('button', 'Select')
  const bar = await findByRole('toolbar', 'Selection')
  await findByRole('button', 'Mark as read', bar)
  for (const name of ['Edit', 'Merge', 'Find metadata']) {
    await findNone('button', name, bar)
  }
})

test('a click on a row selects it in selection mode, and opens nothing', async () => {
  const first = await openTable()
  await click('button', 'Select')
  press(first)
  await findCount(1)
  expect(hasText('Library')).toBe(true)
  await findByRole('toolbar', 'Selection')
})

test('a bulk action shows its progress and can be stopped', async () => {
  const many = Array.from({ length: 60 }, (_, place) => createBook(`Book ${place}`, place + 1))
  answerLibrary([], many)
  await open('/library?view=table&tab=books')
  await click('button', 'Select')
  await click('button', 'Select all 60')
  await findCount(60)
  const gate = Promise.withResolvers<void>()
  api.onSlow('post', '/api/v1/books/bulk/read', async () => {
    await gate.promise
    return { ...noMessage, count: 50, undoId: null, problems: [] }
  })
  await click('button', 'Mark as read')
  await findText('0 of 60…')
  await click('button', 'Stop')
  gate.resolve()
  await findText('Marked 50 books as read. 10 unchanged')
  expect(api.changes).toHaveLength(1)
})
