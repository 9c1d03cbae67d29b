/** Import of a reading list, with a review of what was found. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, chooseFile, click, fill, isDisabled } from '../support/act'
import { findByRole, findNone, findText, listByRole, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { createReadingList } from '../support/world/lists'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'
import { createBook, createSeries } from '../support/world/works'

usePage()

type Entry = Schemas['ReadingListImportReview']['entries'][number]
const [one, two] = [createBook('Anchor 1', 1), createBook('Buoys 2', 2)]

const createEntry = (
  index: number,
  series: string,
  number: string,
  more: Partial<Entry> = {},
): Entry => ({
  index,
  series,
  number,
  volume: '',
  year: null,
  format: '',
  bookId: null,
  catalogs: [],
  status: 'none',
  candidates: [],
  ...more,
})
const candidate: Entry['candidates'][number] = {
  bookId: one.id,
  seriesTitle: 'Anchor',
  title: 'Anchor 1',
  number: '1',
  year: null,
  reasons: [],
}
const review: Schemas['ReadingListImportReview'] = {
  name: 'Tides',
  entries: [
    createEntry(0, 'Anchor', '1', { status: 'likely', candidates: [candidate] }),
    createEntry(1, 'Gone', '7', { volume: '2001' }),
    createEntry(2, 'Gone', '8', { volume: '2001' }),
    createEntry(3, 'Buoys', '2'),
  ],
  exactCount: 0,
  likelyCount: 1,
  noneCount: 3,
}
const tides = createReadingList('Tides')

async function reviewFile(found = review) {
  const own = createReadingList('Summer', { id: '01a1fdc4-0439-7419-b25d-000000005001' })
  api.on('get', '/api/v1/readlists', pageOf([own]))
  api.on('post', '/api/v1/readlists/import/review', found)
  api.on('post', '/api/v1/readlists/import', { list: tides, missingCount: 1, duplicateCount: 0 })
  api.on('get', '/api/v1/readlists/{id}', tides)
  api.on('get', '/api/v1/readlists/{id}/books', pageOf([one, two]))
  api.on('get', '/api/v1/readlists/{id}/progress', {
    bookCount: 2,
    readCount: 0,
    nextBook: null,
  })
  api.on('get', '/api/v1/readlists/{id}/missing', { entries: [] })
  await open('/reading-lists/import')
  await findByRole('heading', 'Import a reading list')
  await chooseFile('tides.cbl', '<ReadingList/>')
  await findByRole('list', 'Entries')
}

const listEntries = async () =>
  listByRole('listitem', undefined, await findByRole('list', 'Entries')).map(
    (item) => item.querySelector('b')!.textContent,
  )

const getChoices = () => {
  const [, imported] = api.changes
  const { choices, ...rest } = imported!.body as { choices: string }
  return { ...rest, choices: JSON.parse(choices) as unknown } as Record<string, unknown>
}

test('a list is imported with the suggestions, choices and skipped entries of the review', async () => {
  await reviewFile()
  await click('button', 'Use suggestion for Anchor #1')
  await click('button', 'Skip Gone (2001) #8')
  await findText('Skipped: not added to the list')
  api.on('get', '/api/v1/search', {
    series: [{ ...createSeries('Buoy'), title: 'Buoy' }],
    books: [],
  } as never)
  api.on('get', '/api/v1/series/{id}/books', pageOf([one, two]))
  await click('button', 'Choose book for Buoys #2')
  const dialog = await findByRole('dialog', 'Buoys #2')
  await fill('Search for a series or book', 'Buoy', dialog)
  await click('button', /^Buoy\s*Series$/, dialog)
  const books = await findByRole('list', 'Books in Buoy', dialog)
  listByRole('button', undefined, books)[1]!.click()
  await findText('Books were found or chosen for 2 of 3 entries.')
  await click('button', 'Create reading list')
  await waitFor(() => getAddress() === `/reading-lists/${tides.id}`, 'the list')
  await findText('Reading list imported with 1 missing entry')
  expect(api.changes[0]).toEqual({
    method: 'POST',
    url: '/api/v1/readlists/import/review',
    body: { file: 'tides.cbl' },
  })
  expect(getChoices()).toEqual({
    file: 'tides.cbl',
    name: 'Tides',
    choices: { books: { 0: one.id, 3: two.id }, byHand: [0, 3], skipped: [2] },
  })
})

test('entries are filtered by how well they were found', async () => {
  await reviewFile()
  expect(await listEntries()).toHaveLength(4)
  await click('button', 'Likely (1)')
  expect(await listEntries()).toEqual(['Anchor #1'])
  await click('button', 'Not found (3)')
  expect(await listEntries()).toEqual(['Gone (2001) #7', 'Gone (2001) #8', 'Buoys #2'])
  await click('button', 'Exact (0)')
  await findText('No entries of this type')
})

test('a suggestion that nobody accepted is not imported', async () => {
  await reviewFile()
  await findText('Possible match: Anchor · #1')
  await findText('Books were found or chosen for 0 of 4 entries.')
  await click('button', 'Likely (1)')
  await click('button', 'Use the first suggestion for all')
  await findText('Books were found or chosen for 1 of 4 entries.')
  await click('button', 'Undo the choice for Anchor #1')
  await findText('Books were found or chosen for 0 of 4 entries.')
  await click('button', 'Create reading list')
  await waitFor(() => api.changes.length === 2, 'the request')
  expect(getChoices()).toMatchObject({ choices: { books: {}, byHand: [], skipped: [] } })
})

test('an exact match is imported without a decision', async () => {
  const [first, ...others] = review.entries
  await reviewFile({ ...review, entries: [{ ...first!, status: 'exact' }, ...others] })
  await click('button', 'Create reading list')
  await waitFor(() => api.changes.length === 2, 'the request')
  expect(getChoices()).toMatchObject({ choices: { books: { 0: one.id }, byHand: [] } })
})

test('the entries of an own list are replaced, which needs no name', async () => {
  await reviewFile()
  await fill('Name', ' ')
  expect(isDisabled(await findByRole('button', 'Create reading list'))).toBe(true)
  await choose('Import into', 'Summer')
  await findText('The entries of this list will be replaced with those in the file')
  await findNone('textbox', 'Name')
  await click('button', 'Replace entries')
  await waitFor(() => api.changes.length === 2, 'the request')
  expect(getChoices()).toMatchObject({ listId: '01a1fdc4-0439-7419-b25d-000000005001' })
  expect(getChoices()).not.toHaveProperty('name')
})

test('a file that cannot be read is reported, and another can be chosen', async () => {
  api.refuse('post', '/api/v1/readlists/import/review', 422, {
    error: 'invalid',
    code: 'x.unknown',
    message: 'This is no reading list',
  })
  await open('/reading-lists/import')
  await chooseFile('photo.jpg', 'nothing')
  await findText('This is no reading list')
  await findByRole('button', 'Choose file')
})

test('who may not create reading lists is told so', async () => {
  const may = reader.effectivePermissions.filter((each) => each !== 'readlists:write')
  await open('/reading-lists/import', { ...reader, effectivePermissions: may })
  await findText('You don’t have permission to create reading lists')
  expect(document.querySelectorAll('input[type=file]').length).toBe(0)
})
