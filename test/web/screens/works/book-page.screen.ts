/** The page of a book. */
import { expect, test } from 'bun:test'
import { click, press } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findNoText, findText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { createFullBook } from '../support/world/full-books'
import { pageOf } from '../support/world/pages'
import { answerBookPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const series = createSeries('Tides')
const books = [1, 2, 3].map((number) => createBook(`Tides ${number}`, number))
const [first, second, third] = books as [typeof book, typeof book, typeof book]
const book = createBook('', 1)

async function openBook() {
  answerBookPage(second, series)
  const place = { prev: first, next: third, position: 2, count: 3 }
  api.on('get', '/api/v1/books/{id}/adjacent', place)
  await open(`/book/${second.id}`)
  return findByRole('navigation', 'In this series')
}

test('J23: neighbors come before the cards, and the file is folded', async () => {
  const neighbors = await openBook()
  const progress = await findByRole('heading', 'Reading progress')
  const { DOCUMENT_POSITION_FOLLOWING: follows } = Node
  expect(neighbors.compareDocumentPosition(progress) & follows).toBeTruthy()
  await findNone('heading', 'File')
  const fold = document.querySelector('details')!
  fold.open = true
  fold.dispatchEvent(new Event('toggle'))
  await findByRole('heading', 'File')
})

test('J22: stars have a word, and the note is no second pencil', async () => {
  await openBook()
  await findText('Your rating')
  const note = await findByRole('button', 'Write a private note')
  const edit = await findByRole('button', /^Edit/)
  expect(note.innerHTML).not.toBe(edit.innerHTML)
})

test('J11: all books before this one are marked as read', async () => {
  await openBook()
  api.on('get', '/api/v1/series/{id}/books', pageOf([first, second, third]))
  api.on('post', '/api/v1/books/bulk/read', { count: 1, undoId: 'mark', problems: [] } as never)
  press(await findByRole('button', 'More'))
  await click('menuitem', 'Mark all before as read')
  await findText('Marked 1 book as read')
  api.on('post', '/api/v1/progress/marks/{id}/undo', { count: 1, kept: 0 } as never)
  await click('button', 'Undo')
  await findText('Undone')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/bulk/read', { bookIds: [first.id] }),
    sent('post', '/api/v1/progress/marks/{id}/undo', null, { id: 'mark' }),
  ])
})

test.each([
  [0, 'All ages'],
  [12, '12+'],
])('an age rating of %p is shown as %s', async (ageRating, words) => {
  answerBookPage(second, series)
  const full = createFullBook(second)
  const { metadata } = full
  const details = { ...metadata.details, ageRating }
  api.on('get', '/api/v1/books/{id}/full', { ...full, metadata: { ...metadata, details } })
  await open(`/book/${second.id}`)
  await findText(words)
})

test('a sort number that repeats the number of the issue is not shown', async () => {
  answerBookPage(second, series)
  const issue = { ...second, numberKind: 'issue' as const }
  const full = createFullBook(issue, { chapter: 7, seriesPosition: 7 })
  api.on('get', '/api/v1/books/{id}/full', full)
  await open(`/book/${second.id}`)
  await findText('Issue')
  await findNoText('Sort number')
})

test('J11: marking one book from its menu is undone', async () => {
  await openBook()
  api.on('post', '/api/v1/books/bulk/read', { count: 1, undoId: 'mark', problems: [] } as never)
  api.on('post', '/api/v1/progress/marks/{id}/undo', { count: 1, kept: 0 } as never)
  press(await findByRole('button', 'More'))
  await click('menuitem', 'Mark as read')
  await findText('Marked No. 2 as read')
  await click('button', 'Undo')
  await findText('Undone')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/bulk/read', { bookIds: [second.id] }),
    sent('post', '/api/v1/progress/marks/{id}/undo', null, { id: 'mark' }),
  ])
})
