/** Names of books on screens: J6, J7 and J8. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click } from '../support/act'
import { findByRole, findNone, findText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerHome } from '../support/world/home'
import { answerLibrary } from '../support/world/library'
import { pageOf } from '../support/world/pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const issue = { numberKind: 'issue', numberFrom: 5, numberTo: null, volume: null } as const
const at = '2026-01-02T10:00:00.000Z'
const completed = {
  kind: 'completed',
  origin: 'explicit',
  pass: 1,
  page: null,
  fraction: null,
  deviceId: null,
  deviceName: null,
  happenedAt: at,
} as const

test('J6: the card of a series shows how many books it gained, not how many were listed', async () => {
  const [newest, other] = [1, 2].map((number) =>
    createBook(`Tides ${number}`, number, { newInSeries: 300 }),
  )
  answerHome([createSeries('Tides')])
  api.on('get', '/api/v1/books/recently-added', pageOf([newest!, other!]))
  await open('/')
  await findByRole('link', /300 new books/)
})

test('J8: a title that only repeats the number is not shown beside it', async () => {
  const chapter = { numberKind: 'chapter', numberFrom: 12, numberTo: null, volume: null } as const
  const event = (number: number, bookTitle: string): Schemas['ReadingEvent'] => ({
    id: createBook('', number).id,
    bookId: createBook('', number).id,
    bookTitle,
    seriesId: createSeries('').id,
    seriesName: 'Night Market',
    ...chapter,
    ...completed,
  })
  const inVolume = { ...event(3, 'Chapter 3'), volume: 3 }
  const entries = [event(1, 'Chapter 012'), event(2, 'Chapter 13'), inVolume]
  api.on('get', '/api/v1/user/read-history', { entries, next: null })
  await open('/history')
  const [same, other] = await Promise.all([
    findByRole('link', 'Night Market · Ch. 12'),
    findByRole('link', 'Night Market · Ch. 12 · Chapter 13'),
    findByRole('link', 'Night Market · Vol. 3 · Ch. 12 · Chapter 3'),
  ])
  expect(same).not.toBe(other)
})

test.each([
  ['It', 'Italy', 'It · Ch. 7 · Italy'],
  ['!!', 'The Lamp', '!! · Ch. 7 · The Lamp'],
  ['Night Market', 'Chapter 7: The Lamp', 'Night Market · Ch. 7 · The Lamp'],
  ['Night Market', 'Folge 7 – Der Kreuzer', 'Night Market · Ch. 7 · Der Kreuzer'],
  ['Night Market', 'Night Market: The Lamp', 'Night Market · Ch. 7 · The Lamp'],
  ['Night Market', 'Night Market, Ch. 7: The Lamp', 'Night Market · Ch. 7 · The Lamp'],
  ['Night Market', 'Chapter 8: The Lamp', 'Night Market · Ch. 7 · Chapter 8: The Lamp'],
  ['Night Market', 'Night Market - c007 (2019) (Digital)', 'Night Market · Ch. 7'],
  ['鬼滅の刃', '鬼滅の刃第7話', '鬼滅の刃 · Ch. 7'],
])('J8: in the series %p, %p is named %p', async (seriesName, bookTitle, name) => {
  const event: Schemas['ReadingEvent'] = {
    id: createBook('', 7).id,
    bookId: createBook('', 1).id,
    bookTitle,
    seriesId: createSeries('').id,
    seriesName,
    numberKind: 'chapter',
    numberFrom: 7,
    numberTo: null,
    volume: null,
    ...completed,
  }
  api.on('get', '/api/v1/user/read-history', { entries: [event], next: null })
  await open('/history')
  await findByRole('link', name)
})

test('J7: rows of the history have the series, number and title, and a cover', async () => {
  const event: Schemas['ReadingEvent'] = {
    id: createBook('', 7).id,
    bookId: createBook('', 1).id,
    bookTitle: 'The Landing',
    seriesId: createSeries('').id,
    seriesName: 'Nova Patrol',
    ...issue,
    ...completed,
  }
  api.on('get', '/api/v1/user/read-history', { entries: [event], next: null })
  await open('/history')
  const row = await findByRole('listitem', /Nova Patrol · #5 · The Landing/)
  expect(row.querySelector('img')?.getAttribute('src')).toContain(event.bookId)
  // J28: the words of a stranger, not of a developer.
  await findText('Browser', row)
})

test('J7, J8: the want-to-read list names books, and no title twice', async () => {
  const entry = (number: number, title: string, seriesName: string | null) => ({
    id: createBook('', number).id,
    itemType: 'book' as const,
    seriesId: null,
    bookId: createBook('', number).id,
    title,
    seriesName,
    ...(number === 1 ? issue : { ...issue, numberKind: null, numberFrom: null }),
    position: number,
    addedAt: at,
  })
  answerLibrary([])
  const entries = [
    entry(1, 'nova_patrol_005', 'Nova Patrol'),
    entry(2, 'The Glass Estuary', 'The Glass Estuary'),
  ]
  api.on('get', '/api/v1/want-to-read', pageOf(entries))
  await open('/want-to-read')
  await click('button', 'Change order')
  await findByRole('link', /^Nova Patrol · #5/)
  await findByRole('link', /^The Glass Estuary(?!.*Estuary)/)
  await findNone('link', /The Glass Estuary · The Glass Estuary/)
})

test('a history without entries has nothing to filter or clear', async () => {
  api.on('get', '/api/v1/user/read-history', { entries: [], next: null })
  await open('/history')
  await findText('No reading history')
  await findNone('button', 'Clear all')
  await findNone('link', 'Only finished books')
})

test('a history without finished books does not say that nothing was read', async () => {
  api.on('get', '/api/v1/user/read-history', { entries: [], next: null })
  await open('/history?kind=completed')
  await findText('No finished books')
  await findByRole('link', 'Show all entries')
})
