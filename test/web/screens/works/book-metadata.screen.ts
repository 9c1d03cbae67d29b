/** Editing the metadata of a book. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, type } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listByRole, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'
import { noDetails } from '../support/world/full-books'
import { answerBookPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const book = createBook('Dune', 1)
const path = '/api/v1/books/{id}/metadata/edit'
const createField = (field: string, value: unknown): Schemas['FieldSource'] => ({
  field,
  value,
  source: value === null ? null : 'epub',
  isLocked: field === 'isbns',
  candidates: [],
})
const fields = [
  createField('title', 'Dune'),
  createField('volume', 1),
  createField('isbns', '9780441013593'),
  createField('authors', [{ name: 'Frank Herbert', role: 'author', sortName: null }]),
  createField('subjects', ['Deserts']),
  createField('externalIds', [
    { source: 'plugin:anilist', externalId: '7', externalUrl: null },
    { source: 'epub', externalId: 'urn:9', externalUrl: null },
  ]),
]

async function openForm() {
  answerBookPage(book, createSeries('Tides'))
  const sources = { bookId: book.id, fields, details: noDetails, files: [] }
  api.on('get', '/api/v1/books/{id}/metadata/sources', sources)
  api.on('get', '/api/v1/books/{id}/metadata', {} as never, { etag: '"7"' })
  api.on('post', path, {} as never)
  await open(`/book/${book.id}`)
  await click('button', 'Edit')
  const form = await findByRole('dialog', /^Edit/)
  await findByRole('textbox', 'Title', form)
  return form
}

async function expectSaved(form: ParentNode, body: Schemas['WholeBookEdit']) {
  await click('button', 'Save', form)
  await findNone('dialog', /^Edit/)
  expect(api.changes).toEqual([{ ...sent('post', path, body, { id: book.id }), ifMatch: '"7"' }])
}

test('numbers are sent as numbers, and text as it was typed', async () => {
  const form = await openForm()
  await fill('Chapter', '12.5', form)
  await fill('Number', '1.5', form)
  await fill('Volume', '', form)
  await choose('Type', 'Novel', form)
  await expectSaved(form, { chapter: 12.5, number: '1.5', volume: null, bookType: 'novel' })
})

test('the locks of a book have their own names', async () => {
  const form = await openForm()
  await click('tab', 'Publication', form)
  await click('button', 'ISBN is locked. Scans won’t change it.', form)
  await click('button', 'Year is unlocked. Scans may change it.', form)
  await findText('2 changes', form)
  await expectSaved(form, { locks: { isbnsLock: false, yearLock: true } })
})

test('people are added with a role, and rows without a name are left out', async () => {
  const form = await openForm()
  api.on('get', '/api/v1/people', pageOf([]))
  await click('tab', 'People', form)
  const names = () => listByRole('textbox', /^Name/, form) as HTMLInputElement[]
  await waitFor(() => names().length === 1, 'the author')
  expect(names()[0]!.value).toBe('Frank Herbert')
  await click('button', 'Add person', form)
  await waitFor(() => names().length === 2, 'a new row')
  type(names()[1]!, 'John Schoenherr')
  await choose('Role of John Schoenherr', 'Illustrator', form)
  await click('button', 'Add person', form)
  await expectSaved(form, {
    authors: [
      { name: 'Frank Herbert', role: 'author', sortName: null },
      { name: 'John Schoenherr', role: 'illustrator', sortName: null },
    ],
  })
})

test('discarded changes are not sent', async () => {
  const form = await openForm()
  await fill('Title', 'Dune Messiah', form)
  await findText('1 change', form)
  await click('button', 'Discard', form)
  await findText('No changes', form)
  const title = (await findByRole('textbox', 'Title', form)) as HTMLInputElement
  expect(title.value).toBe('Dune')
  expect(api.changes).toEqual([])
})

test('P12: links and external IDs of a book are sent as rows, and unlocked', async () => {
  const form = await openForm()
  await click('tab', 'Links', form)
  await click('button', 'Add link', form)
  await fill(/^URL/, 'www.example.org/dune', await findByRole('group', 'Links', form))
  const ids = await findByRole('group', 'External IDs', form)
  const first = listByRole('textbox', /^ID/, ids)[0] as HTMLInputElement
  expect(first.value).toBe('7')
  type(first, '8')
  await click('button', 'Links is locked. Scans won’t change it.', form)
  await expectSaved(form, {
    externalLinks: [{ sourceName: 'example.org', url: 'https://www.example.org/dune' }],
    externalIds: [
      { source: 'plugin:anilist', externalId: '8', externalUrl: null },
      { source: 'epub', externalId: 'urn:9', externalUrl: null },
    ],
    locks: { externalLinksLock: false },
  })
})

test('a reader cannot edit a book', async () => {
  answerBookPage(book, createSeries('Tides'))
  await open(`/book/${book.id}`, reader)
  await findByRole('heading', /Dune/)
  await findNone('button', 'Edit')
})
