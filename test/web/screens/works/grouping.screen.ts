/** Merging series, moving books, and linking editions. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listByRole, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'
import { answerBookPage, answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries, library } from '../support/world/works'

usePage()

const [anchor, buoy] = [createSeries('Anchor', 1), createSeries('Buoy', 2)]
const book = createBook('One', 1)
const paths = {
  changes: '/api/v1/grouping-changes',
  preview: '/api/v1/grouping-changes/preview',
  undo: '/api/v1/grouping-changes/{id}/undo',
} as const
const fromAnchor = { id: anchor.id, title: 'Anchor', isPutAway: true }
const preview: Schemas['GroupingPreview'] = {
  kind: 'merge',
  bookCount: 3,
  targetTitle: 'Buoy',
  sources: [fromAnchor],
  hasOtherAccess: false,
}
const merged: Schemas['GroupingChange'] = {
  id: '01a1fdc4-0439-7419-b25d-00000000c4a0',
  libraryId: library.id,
  kind: 'merge',
  bookCount: 3,
  targetId: buoy.id,
  targetTitle: 'Buoy',
  sources: [fromAnchor],
  createdBy: 'ada',
  createdAt: '2026-01-01T00:00:00.000Z',
  undoneAt: null,
  canUndo: true,
}

async function openMenu(item: string) {
  await click('button', 'More')
  await click('menuitem', item)
}

function answerGrouping(found = preview, done = merged) {
  api.on('get', '/api/v1/series', ({ url }) =>
    pageOf(
      [anchor, buoy].filter(
        ({ metadata }) => !url.includes('search=') || url.includes(metadata.title),
      ),
    ),
  )
  api.on('post', paths.preview, found)
  api.on('post', paths.changes, done)
  api.on('post', paths.undo, done)
}

async function openAnchor(user?: typeof reader, tab = '') {
  answerSeriesPage(anchor, [book, createBook('Two', 2)])
  answerGrouping()
  await open(`/series/${anchor.id}${tab}`, user)
  await findByRole('heading', 'Anchor')
}

test('a series is merged after a preview, and its target is shown', async () => {
  await openAnchor()
  await openMenu('Merge into another series…')
  const dialog = await findByRole('dialog', 'Merge series')
  await findByRole('button', /^Buoy/, dialog)
  await findNone('button', /^Anchor/, dialog)
  await fill('Series title', 'Buoy', dialog)
  await click('button', /^Buoy/, dialog)
  await findText('3 books move to “Buoy”')
  await findText('“Anchor” will have no books left and will be hidden.')
  answerSeriesPage(buoy, [book, createBook('Two', 2)])
  answerGrouping()
  await click('button', 'Merge', await findByRole('dialog', 'Merge series'))
  await findText('Merged Anchor into Buoy')
  await findByRole('heading', 'Buoy')
  expect(getAddress()).toBe(`/series/${buoy.id}`)
  const request = { seriesIds: [anchor.id], targetSeriesId: buoy.id }
  expect(api.changes).toEqual([
    sent('post', paths.preview, request),
    sent('post', paths.changes, request),
  ])
})

test('another target can be chosen before anything is changed', async () => {
  await openAnchor()
  await openMenu('Merge into another series…')
  await click('button', /^Buoy/, await findByRole('dialog', 'Merge series'))
  await findText('3 books move to “Buoy”')
  await click('button', 'Back')
  await findByRole('textbox', 'Series title')
  expect(api.changes.map(({ url }) => url)).toEqual([paths.preview])
})

test('a change of who sees the books is pointed out', async () => {
  await openAnchor()
  answerGrouping({ ...preview, hasOtherAccess: true })
  await openMenu('Merge into another series…')
  await click('button', /^Buoy/, await findByRole('dialog', 'Merge series'))
  await findText('different people will be able to see these books')
})

test('a book is split off into a new series, and undone from the message', async () => {
  const split: Schemas['GroupingChange'] = {
    ...merged,
    kind: 'split',
    bookCount: 1,
    targetTitle: 'Split',
    sources: [{ ...fromAnchor, isPutAway: false }],
  }
  answerBookPage(book, anchor)
  answerGrouping(
    { ...preview, kind: 'split', bookCount: 1, targetTitle: 'Split', sources: [] },
    split,
  )
  await open(`/book/${book.id}`)
  await openMenu('Move to another series…')
  const dialog = await findByRole('dialog', 'Move to another series')
  await fill('Series title', ' Split ', dialog)
  await click('button', 'New series “Split”', dialog)
  await findText('1 book moves to “Split”')
  await click('button', 'Move', await findByRole('dialog', 'Move to another series'))
  await findText('Split 1 book from Anchor into the new series Split')
  await click('button', 'Undo')
  await findText('The books are back where they were')
  const request = { bookIds: [book.id], newTitle: 'Split' }
  expect(api.changes).toEqual([
    sent('post', paths.preview, request),
    sent('post', paths.changes, request),
    sent('post', paths.undo, null, { id: split.id }),
  ])
})

test('a book returns to the series that a scan finds', async () => {
  answerBookPage(book, anchor)
  answerGrouping({ ...preview, kind: 'reset', bookCount: 1, targetTitle: null, sources: [] })
  await open(`/book/${book.id}`)
  await openMenu('Move to another series…')
  await click('button', /^Choose automatically/, await findByRole('dialog'))
  await findText('1 book returns to the series that a scan finds for its file')
  expect(api.changes).toEqual([
    sent('post', paths.preview, { bookIds: [book.id], automatic: true }),
  ])
})

test('earlier changes are undone on the details of the series', async () => {
  answerSeriesPage(buoy, [book, createBook('Two', 2)])
  answerGrouping()
  let history = [merged]
  api.on('get', paths.changes, () => pageOf(history))
  api.on('post', paths.undo, () => {
    history = [{ ...merged, canUndo: false, undoneAt: merged.createdAt }]
    return history[0]!
  })
  await open(`/series/${buoy.id}?tab=details`)
  const card = await findByRole('region', 'Grouping')
  await click('button', 'Undo', card)
  await findText('Undone', card)
  await findNone('button', 'Undo', card)
  expect(api.changes).toEqual([sent('post', paths.undo, null, { id: merged.id })])
})

test('editions are linked with their kind, and unlinked', async () => {
  await openAnchor(undefined, '?tab=details')
  let editions: Schemas['SeriesEdition'][] = []
  const path = '/api/v1/series/{id}/editions'
  api.on('get', path, () => editions)
  api.on('post', path, () => {
    editions = [
      {
        seriesId: buoy.id,
        title: 'Buoy',
        kind: 'adaptation',
        language: null,
        year: null,
        libraryId: library.id,
        libraryName: library.name,
        bookCount: 1,
      },
    ]
    return editions[0] as never
  })
  api.on('delete', '/api/v1/series/{id}/editions/{editionId}', () => {
    editions = []
    return null as never
  })
  const card = await findByRole('region', 'Other editions')
  await click('button', 'Link an edition…', card)
  const dialog = await findByRole('dialog', 'Link an edition')
  await choose('Type', 'Adaptation', dialog)
  await click('button', /^Buoy/, dialog)
  await findByRole('link', 'Buoy', card)
  await findText('Adaptation', card)
  await click('button', 'Unlink Buoy', card)
  await findNone('link', 'Buoy', card)
  expect(api.changes).toEqual([
    sent('post', path, { seriesId: buoy.id, kind: 'adaptation' }, { id: anchor.id }),
    sent('delete', '/api/v1/series/{id}/editions/{editionId}', null, {
      id: anchor.id,
      editionId: buoy.id,
    }),
  ])
})

test('a reader is offered no change of the grouping', async () => {
  await openAnchor(reader, '?tab=details')
  await click('button', 'More')
  await waitFor(() => listByRole('menuitem').length > 0, 'the menu')
  await findNone('menuitem', 'Merge into another series…')
  await findNone('button', 'Link an edition…')
})
