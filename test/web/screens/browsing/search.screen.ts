/** The search page and the command palette. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, fill, pressKey } from '../support/act'
import { findByRole, findNone, findText, hasText, listNames, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { answerHome } from '../support/world/home'
import { answerLibrary } from '../support/world/library'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'
import { answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries, library } from '../support/world/works'

usePage()

const cruiser = createSeries('Cruiser')
const foundSeries: Schemas['FoundSeries'] = {
  id: cruiser.id,
  title: 'Cruiser',
  libraryId: library.id,
  libraryName: library.name,
  year: 1989,
  bookCount: 3,
  matched: 'alternateTitle',
  matchedText: 'Крейсер',
}
const nothing: Schemas['SearchResult'] = {
  series: [],
  books: [],
  people: [],
  genres: [],
  tags: [],
  collections: [],
  readLists: [],
  corrected: null,
}
const tag = { id: '01a1fdc4-0439-7419-b25d-000000007a61', name: 'Sea Stories', seriesCount: 1 }
const found = { ...nothing, series: [foundSeries], tags: [tag] }

function answerSearch(answers: Record<string, Schemas['SearchResult']>) {
  answerSeriesPage(cruiser, [createBook('One', 1), createBook('Two', 2)])
  api.on('get', '/api/v1/search', ({ url }) => {
    const words = new URLSearchParams(url.split('?')[1]).get('q') ?? ''
    return answers[words] ?? nothing
  })
}

async function openPalette(words: string, user?: typeof reader) {
  await open('/want-to-read', user)
  pressKey('k', document.body, { ctrlKey: true })
  const palette = await findByRole('dialog', 'Search')
  await fill('Search', words, palette)
  return palette
}

const findHit = (name: RegExp) => findByRole('option', name)
const getSearched = () =>
  api
    .sentTo('get', '/api/v1/search')
    .map(({ url }) => new URLSearchParams(url.split('?')[1]).get('q'))

function answerQueue() {
  api.on('get', '/api/v1/want-to-read', pageOf([]))
}

test('Ctrl+K opens the search, which says why a series matches', async () => {
  answerSearch({ крейс: found })
  answerQueue()
  await openPalette('крейс')
  await findHit(/Cruiser.*also known as “Крейсер” · Comics · 1989 · 3 books/)
  expect(getSearched()).toEqual(['крейс'])
})

test.each([
  ['Ctrl+K', { ctrlKey: true }],
  ['Cmd+K', { metaKey: true }],
])('%s opens the search from a text field', async (_, modifiers) => {
  answerQueue()
  await open('/want-to-read')
  const field = document.body.appendChild(document.createElement('input'))
  pressKey('k', field, modifiers)
  await findByRole('dialog', 'Search')
  field.remove()
})

test('arrow keys choose a result, and Enter opens it', async () => {
  answerSearch({ sea: found })
  answerQueue()
  await openPalette('sea')
  const first = await findHit(/^Cruiser/)
  const second = await findHit(/^Sea Stories/)
  const isChosen = (hit: HTMLElement) => hit.getAttribute('aria-selected') === 'true'
  await waitFor(() => isChosen(first), 'the first result')
  const box = await findByRole('textbox', 'Search')
  pressKey('ArrowDown', box)
  await waitFor(() => isChosen(second) && !isChosen(first), 'the second result')
  answerLibrary([cruiser])
  pressKey('Enter', box)
  await waitFor(() => getAddress() === '/library?tag=Sea+Stories', 'the library')
  await findNone('dialog', 'Search')
})

test('Enter right after typing opens what was typed, not what was shown before', async () => {
  const other = { ...foundSeries, id: createSeries('', 2).id, title: 'Other', matchedText: null }
  answerSearch({ other: { ...nothing, series: [other] }, cruiser: found })
  answerQueue()
  const palette = await openPalette('other')
  await findHit(/^Other/)
  await fill('Search', 'cruiser', palette)
  pressKey('Enter', await findByRole('textbox', 'Search', palette))
  await waitFor(() => getAddress() === `/series/${cruiser.id}`, 'the series')
  await findByRole('heading', 'Cruiser')
})

test('J2: a book found by its number comes before its series', async () => {
  const { id, title, libraryId, libraryName, volume, chapter } = createBook('The Pier', 12)
  const issue = { numberKind: 'issue', numberFrom: 12, numberTo: null } as const
  const book = { id, title, seriesId: cruiser.id, seriesName: 'Cruiser', libraryId, libraryName }
  const numbered = { ...book, volume, chapter, ...issue, matched: 'number' as const }
  answerSearch({ 'cruiser 12': { ...found, books: [numbered] } })
  answerQueue()
  await openPalette('cruiser 12')
  const hit = await findHit(/The Pier.*Cruiser · #12/)
  await waitFor(() => hit.getAttribute('aria-selected') === 'true', 'the book is chosen')
})

test('J12: the palette knows the pages of the sidebar, and actions', async () => {
  answerSearch({})
  answerQueue()
  const palette = await openPalette('')
  for (const page of ['Collections', 'Reading lists', 'Statistics', 'New releases'])
    await findHit(new RegExp(`^${page}`))
  await fill('Search', 'scan comics', palette)
  api.on('post', '/api/v1/libraries/{id}/scan', {} as never)
  await click('option', /^Scan Comics/)
  await findText('Scan started')
  expect(api.changes.map(({ url }) => url)).toEqual([`/api/v1/libraries/${library.id}/scan`])
  expect(getAddress()).toBe('/want-to-read')
})

test('J12: the theme is changed from the palette', async () => {
  answerSearch({})
  answerQueue()
  await openPalette('theme: light')
  await click('option', /^Theme: Light/)
  expect(document.documentElement.dataset['theme']).toBe('light')
  delete document.documentElement.dataset['theme']
})

test.each([
  ['exports', /^Exports/],
  ['notifications', /^Notifications$/],
  ['sign out', /^Sign out/],
  ['log out', /^Sign out/],
  ['dark theme', /^Theme: Dark/],
  ['comics scan', /^Scan Comics/],
  ['rescan', /^Scan Comics/],
  ['settings users', /^Users/],
  ['year in review', /in review$/],
  ['PIN', /^Security/],
  ['reading profiles', /^Reading preferences/],
])('J12: the palette finds %p', async (words, name) => {
  answerSearch({})
  answerQueue()
  await openPalette(words)
  await findHit(name)
})

test('J12: the palette finds lists', async () => {
  const harbours = { id: tag.id, name: 'Harbours', ownerName: null, isOwner: false }
  const islands = { id: cruiser.id, name: 'Islands', ownerName: 'max', isOwner: false }
  const own = { id: library.id, name: 'Own', ownerName: 'ada', isOwner: true }
  answerSearch({ sea: { ...nothing, collections: [harbours, own], readLists: [islands] } })
  answerQueue()
  await openPalette('sea')
  await findHit(/^HarboursCollection$/)
  await findHit(/^OwnCollection$/)
  await findHit(/^IslandsReading list · by max$/)
})

test('J12: a page is no lack of results, although the search was corrected', async () => {
  answerSearch({ statistics: { ...found, corrected: 'static' } })
  answerQueue()
  await openPalette('statistics')
  await findText('Also showing results for “static”')
})

test('J12: a page with this name comes before a corrected search', async () => {
  answerSearch({ statistics: { ...found, corrected: 'static' } })
  answerQueue()
  await openPalette('statistics')
  await findHit(/^Cruiser/)
  await waitFor(() => listNames('option')[0]?.startsWith('Statistics'), 'the page first')
})

test('J12: a page with exactly this name comes before other results', async () => {
  answerSearch({ statistics: found })
  answerQueue()
  await openPalette('statistics')
  await findHit(/^Cruiser/)
  await waitFor(() => listNames('option')[0]?.startsWith('Statistics'), 'the page first')
})

test('without results, one click on a suggestion searches for a part', async () => {
  answerSearch({ series: found })
  await open('/search?q=series%20qzxvw')
  await findText('No results for “series qzxvw”')
  await click('button', 'series')
  await findHit(/^Cruiser/)
  expect(getAddress()).toBe('/search?q=series')
})

test('a corrected search says so', async () => {
  answerSearch({ curiser: { ...found, corrected: 'cruiser' } })
  await open('/search?q=curiser')
  await findText('No results for “curiser”. Showing results for “cruiser”.')
  await findHit(/^Cruiser/)
})

test('a failed search shows an error and is tried again', async () => {
  answerSearch({})
  api.refuse('get', '/api/v1/search', 400, { error: 'invalid', message: 'Invalid' })
  await open('/search?q=cruiser')
  await findByRole('alert')
  answerSearch({ cruiser: found })
  await click('button', 'Try again')
  await findHit(/^Cruiser/)
})

test('recent searches are offered until they are cleared', async () => {
  answerSearch({ cruiser: found })
  answerQueue()
  await openPalette('cruiser')
  await findHit(/^Cruiser/)
  pressKey('Enter', await findByRole('textbox', 'Search'))
  await findByRole('heading', 'Cruiser')
  await findNone('dialog', 'Search')
  pressKey('k', document.body, { ctrlKey: true })
  const palette = await findByRole('dialog', 'Search')
  await click('button', 'cruiser', palette)
  await findHit(/^Cruiser/)
  await fill('Search', '', palette)
  await click('button', 'Clear', palette)
  await findNone('button', 'cruiser', palette)
  expect(localStorage.getItem('quire-searches')).toBe('[]')
})

test.each([
  ['dark', /^Appearance/],
  ['scan', /^Libraries/],
  ['add lib', /^Add library/],
])(
  '"%s" finds settings by what they do, without a message about no results',
  async (words, name) => {
    answerSearch({})
    answerQueue()
    await openPalette(words)
    await findHit(name)
    await waitFor(() => getSearched().includes(words), 'the request')
    expect(hasText('No results for')).toBe(false)
  },
)

test('a reader finds no administration', async () => {
  answerSearch({})
  answerQueue()
  await openPalette('trash', reader)
  await findText('No results for “trash”')
  await findNone('option')
})

test('a search that was closed starts empty', async () => {
  answerSearch({ cruiser: found })
  answerQueue()
  answerHome()
  await openPalette('cruiser')
  await findHit(/^Cruiser/)
  pressKey('Escape')
  await findNone('dialog', 'Search')
  pressKey('k', document.body, { ctrlKey: true })
  const palette = await findByRole('dialog', 'Search')
  const box = (await findByRole('textbox', 'Search', palette)) as HTMLInputElement
  await waitFor(() => box.value === '', 'an empty field')
  await findNone('option', /^Cruiser/, palette)
})
