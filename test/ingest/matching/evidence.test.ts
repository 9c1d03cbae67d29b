/** How much single facts say for or against a candidate. */
import { expect, test } from 'bun:test'
import { collectEvidence, isSamePerson } from '../../../src/ingest/matching/candidate-evidence'
import type { LocalSeries } from '../../../src/ingest/matching/model'
import type { Candidate } from '../../../src/ingest/providers/model'

const local = (values: Partial<LocalSeries> = {}): LocalSeries => ({
  title: 'Harbor',
  year: null,
  authors: [],
  kind: 'mixed',
  format: null,
  publisher: null,
  bookCount: null,
  maxVolume: null,
  maxChapter: null,
  aliases: [],
  language: null,
  ...values,
})
const candidate = (values: Partial<Candidate> = {}): Candidate => ({
  externalId: '1',
  title: 'Harbor',
  alternateTitles: [],
  year: null,
  format: null,
  status: null,
  totalVolumeCount: null,
  totalChapterCount: null,
  authors: [],
  country: null,
  publisher: null,
  coverUrl: null,
  siteUrl: null,
  summary: null,
  ...values,
})
interface Named {
  medium?: 'prose' | 'pictures'
  format?: NonNullable<Candidate['format']>
  year?: number
}

/** Lists reasons with their points. */
const judge = (
  mine: Partial<LocalSeries>,
  theirs: Partial<Candidate>,
  { medium, format, year }: Named = {},
) =>
  collectEvidence(local(mine), { medium, format, year: year ?? null }, candidate(theirs)).map(
    ({ because: { code }, points }) => [code.split('.').at(-1), points],
  )

test.each<[string, Partial<LocalSeries>, Partial<Candidate>, Named, unknown[]]>([
  ['nothing known', {}, {}, {}, []],
  ['prose in e-books', { format: 'epub' }, { format: 'novel' }, {}, [['medium_same', 0.04]]],
  ['pictures for e-books', { format: 'epub' }, { format: 'manga' }, {}, [['medium_other', -0.4]]],
  [
    'e-books of a manga library say nothing',
    { format: 'epub', kind: 'webtoon' },
    { format: 'novel' },
    {},
    [],
  ],
  ['a library of books', { kind: 'book' }, { format: 'novel' }, {}, [['medium_same', 0.02]]],
  [
    'pictures for a library of books',
    { kind: 'book' },
    { format: 'manga' },
    {},
    [['medium_other', -0.1]],
  ],
  ['archives', { format: 'cbz' }, { format: 'novel' }, {}, [['medium_other', -0.4]]],
  ['other archives', { format: 'cbr' }, { format: 'manga' }, {}, [['medium_same', 0.04]]],
  ['a named medium', {}, { format: 'manga' }, { medium: 'prose' }, [['medium_other', -0.4]]],
  [
    'manga',
    { kind: 'manga' },
    { format: 'manhwa' },
    {},
    [
      ['medium_same', 0.02],
      ['library_same', 0.02],
    ],
  ],
  [
    'a comic for manga',
    { kind: 'manga' },
    { format: 'comic' },
    {},
    [
      ['medium_same', 0.02],
      ['library_other', -0.15],
    ],
  ],
  [
    'a comic',
    { kind: 'comic' },
    { format: 'comic' },
    {},
    [
      ['medium_same', 0.04],
      ['library_same', 0.02],
    ],
  ],
  [
    'manga for comics',
    { kind: 'comic' },
    { format: 'one_shot' },
    {},
    [
      ['medium_same', 0.04],
      ['library_other', -0.15],
    ],
  ],
  ['an artbook', { kind: 'comic' }, { format: 'artbook' }, {}, [['medium_same', 0.04]]],
  ['the named format', {}, { format: 'artbook' }, { format: 'artbook' }, [['format_same', 0.08]]],
  ['another format', {}, { format: 'manga' }, { format: 'artbook' }, [['format_other', -0.15]]],
  ['the year', {}, { year: 2005 }, { year: 2005 }, [['year_same', 0.05]]],
  ['the year before', {}, { year: 2004 }, { year: 2005 }, [['year_same', 0.05]]],
  ['two years before', {}, { year: 2003 }, { year: 2005 }, []],
  ['the year after', {}, { year: 2006 }, { year: 2005 }, [['year_same', 0.05]]],
  ['two years after', {}, { year: 2007 }, { year: 2005 }, [['year_later', -0.2]]],
  ['the year of a comic', { kind: 'comic' }, { year: 2005 }, { year: 2005 }, [['year_same', 0.1]]],
  ['the next year of a comic', { kind: 'comic' }, { year: 2006 }, { year: 2005 }, []],
  [
    'another year of a comic',
    { kind: 'comic' },
    { year: 2003 },
    { year: 2005 },
    [['year_other', -0.3]],
  ],
  [
    'its authors',
    { authors: ['Ann Bell'] },
    { authors: ['Bell Ann'] },
    {},
    [['people_same', 0.09]],
  ],
  [
    'one of two authors',
    { authors: ['Ann Bell', 'Cid Dorn'] },
    { authors: ['Ann Bell'] },
    {},
    [['people_same', 0.065]],
  ],
  [
    'other authors',
    { authors: ['Ann Bell'] },
    { authors: ['Cid Dorn'] },
    {},
    [['people_other', -0.2]],
  ],
  ['no authors there', { authors: ['Ann Bell'] }, {}, {}, []],
  ['no authors here', {}, { authors: ['Ann Bell'] }, {}, []],
  ['its publisher', { publisher: 'HOUSE' }, { publisher: 'House' }, {}, [['publisher_same', 0.03]]],
  ['another publisher', { publisher: 'A' }, { publisher: 'B' }, {}, []],
  ['all volumes', { maxVolume: 8 }, { totalVolumeCount: 8 }, {}, [['volumes_same', 0.06]]],
  [
    'three quarters of the volumes',
    { maxVolume: 6 },
    { totalVolumeCount: 8 },
    {},
    [['volumes_near', 0.03]],
  ],
  ['fewer volumes', { maxVolume: 5 }, { totalVolumeCount: 8 }, {}, []],
  ['a few more volumes', { maxVolume: 13 }, { totalVolumeCount: 10, status: 'ended' }, {}, []],
  [
    'many more volumes',
    { maxVolume: 14 },
    { totalVolumeCount: 10, status: 'ended' },
    {},
    [['volumes_more', -0.3]],
  ],
  [
    'many more volumes of what goes on',
    { maxVolume: 14 },
    { totalVolumeCount: 10, status: 'ongoing' },
    {},
    [],
  ],
  ['all chapters', { maxChapter: 8 }, { totalChapterCount: 8 }, {}, [['chapters_same', 0.06]]],
  [
    'many more chapters',
    { maxChapter: 14 },
    { totalChapterCount: 10, status: 'ended' },
    {},
    [['chapters_more', -0.3]],
  ],
  ['one volume of a one-shot', { maxVolume: 1 }, { format: 'one_shot' }, {}, []],
  ['two volumes of a one-shot', { maxVolume: 2 }, { format: 'one_shot' }, {}, [['one_shot', -0.3]]],
])('%s', (_, mine, theirs, named, reasons) => {
  expect(judge(mine, theirs, named) as unknown[]).toEqual(reasons)
})

test.each([
  ['Ann Bell', 'Bell Ann', true],
  ['Bell', 'Ann Bell', true],
  ['Ann', 'Ann Bell', false],
  ['Ann', 'Ann', true],
  ['Ann Bell', 'Ann Dorn', false],
  ['', 'Ann', false],
])('%s and %s are the same person: %p', (one, other, isSame) => {
  expect([isSamePerson(one, other), isSamePerson(other, one)]).toEqual([isSame, isSame])
})
