/** Reading statistics and the year in review. */
import { expect, test } from 'bun:test'
import { findByRole, findNone, findText } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerHome } from '../support/world/home'
import { pageOf } from '../support/world/pages'
import { answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const year = new Date().getFullYear()
const duration = { totalMs: 3_600_000, measuredMs: 0, estimatedMs: 0 }
const totals = { duration, pagesRead: 40, booksFinished: 2, seriesFinished: 1, sessions: 3 }
const series = [1, 2, 3, 4, 5, 6].map((number) => createSeries(`Series ${number}`, number))

function answerStatistics() {
  const ofSeries = ({ id, metadata }: (typeof series)[number]) => ({
    ...totals,
    seriesId: id,
    seriesName: metadata.title,
  })
  api.on('get', '/api/v1/reading-stats', {
    isComplete: true,
    summary: { ...totals, daysRead: 3, longestStreak: 2 },
    periods: [
      { ...totals, bucket: `${year}-02-03`, pagesRead: 10 },
      { ...totals, bucket: `${year}-03-04`, pagesRead: 30 },
    ],
    series: series.map(ofSeries),
    longestBook: {
      bookId: series[0]!.id,
      title: 'The Long Way',
      seriesName: 'Series 1',
      numberKind: 'volume',
      numberFrom: 7,
      numberTo: null,
      volume: null,
      fileFormat: 'cbz',
      pageCount: 912,
    },
    genres: [],
    authors: [],
    libraries: [],
    formats: [],
    devices: [{ ...totals, deviceId: null, deviceName: null }],
  } as never)
  api.on('get', '/api/v1/reading-stats/coverage', { firstReadAt: null, lastReadAt: null })
  const pace = { currentStreak: 1, longestStreak: 2, pagesPerHour: null, books: [] }
  api.on('get', '/api/v1/reading-stats/pace', pace)
}

test('J26: the days of the year have names and a legend, and no figure is alone', async () => {
  answerStatistics()
  await open('/statistics')
  await findText('Streak in days (longest: 2)')
  // J28: the words of a stranger, not of a developer.
  await findText('Browser')
  await findText('Feb')
  await findText('Wed')
  await findText('Less')
})

test('J25: the review has five covers, the best month and the longest book, and repeats no figures', async () => {
  answerStatistics()
  // The document of these tests neither draws nor loads fonts.
  HTMLCanvasElement.prototype.getContext = () => null
  Object.defineProperty(document, 'fonts', { value: { load: async () => [] }, configurable: true })
  await open(`/statistics/${year}`)
  const covers = await findByRole('list', 'Most read series')
  expect(covers.querySelectorAll('img')).toHaveLength(5)
  await findText('Best month: March · 30 pages')
  await findText('Longest book: Series 1 · Vol. 7 · The Long Way · 912 p.')
  await findNone('listitem', /^Books finished/)
})

test('J21: a series of one book is no stack', async () => {
  const [one, many] = [createSeries('One', 1, { bookCount: 1 }), createSeries('Many', 2)]
  answerHome([one, many])
  api.on('get', '/api/v1/books/recently-added', pageOf([]))
  await open('/')
  const getArt = async (name: RegExp) =>
    (await findByRole('link', name)).querySelector('div')!.className
  expect(await getArt(/^Many/)).toContain('stack')
  expect(await getArt(/^One/)).not.toContain('stack')
})

test.each([1, 2])(
  'J21: the page of a series of %p is a stack of more than one',
  async (bookCount) => {
    const volume = { numberKind: 'volume', numberFrom: 1, volume: 1 } as const
    const tides = createSeries('Tides', 1, { bookCount })
    answerSeriesPage(
      tides,
      [createBook('Tides v01', 1, volume), createBook('Tides v02', 2)].slice(0, bookCount),
    )
    await open(`/series/${tides.id}`)
    const art = (await findByRole('heading', 'Tides')).closest('header')!.querySelector('div')!
    expect(art.className.includes('stack')).toBe(bookCount > 1)
  },
)

test('J26: a figure of one has a label in the singular', async () => {
  answerStatistics()
  api.on('get', '/api/v1/reading-stats', one as never)
  await open('/statistics')
  await findText('Book finished')
  await findText('Page')
  await findText('Day of reading')
})

const one = {
  isComplete: true,
  summary: {
    ...totals,
    pagesRead: 1,
    booksFinished: 1,
    daysRead: 1,
    longestStreak: 1,
  },
  periods: [],
  series: [],
  longestBook: null,
  genres: [],
  authors: [],
  libraries: [],
  formats: [],
  devices: [],
}

test('an e-book has no pages that are left', async () => {
  answerStatistics()
  const book = (title: string, fileFormat: string) => ({
    bookId: createSeries(title, fileFormat.length).id,
    title,
    seriesName: title,
    numberKind: null,
    numberFrom: null,
    numberTo: null,
    volume: null,
    fileFormat,
    pagesLeft: 26,
    minutesLeft: null,
  })
  const pace = { currentStreak: 1, longestStreak: 2, pagesPerHour: null }
  const books = [book('Letters', 'epub'), book('Comet', 'cbz')]
  api.on('get', '/api/v1/reading-stats/pace', { ...pace, books })
  await open('/statistics')
  await findText('≈ 20 min left', await findByRole('listitem', /^Letters/))
  await findText('26 pages left', await findByRole('listitem', /^Comet/))
})
