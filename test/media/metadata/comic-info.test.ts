import { describe, expect, test } from 'bun:test'
import { parseComicInfo } from '../../../src/media/metadata/comic-info'
import type { Finding } from '../../../src/media/contents/contents'
import { makeComicInfo } from '../../support/make/cbz'

function parse(xml: string | Uint8Array) {
  const findings: Finding[] = []
  const metadata = parseComicInfo(typeof xml === 'string' ? Buffer.from(xml) : xml, findings)
  return { metadata, codes: findings.map((finding) => finding.code) }
}

const pages = `<Pages>
  <Page Image="0" Type="FrontCover Story" ImageWidth="10"/>
  <Page Image="3" DoublePage="true" Bookmark="Chapter 2"/>
  <Page Image="nonsense"/>
</Pages>`

const everything = makeComicInfo(
  {
    Title: 'The Title',
    Series: 'The Series',
    Number: '1.5',
    Count: 12,
    Volume: 2,
    AlternateSeries: 'Other',
    AlternateNumber: '7',
    AlternateCount: 9,
    Summary: '<p>One.</p><p>Two &amp; three.</p>',
    Notes: 'a note',
    Year: 2019,
    Month: 4,
    Day: 30,
    Writer: 'Ann A, Bob B',
    Penciller: 'Cid C',
    Inker: 'Dan D',
    Colorist: 'Eve E',
    Letterer: 'Fay F',
    CoverArtist: 'Gus G',
    Editor: 'Hal H',
    Translator: 'Ida I',
    Publisher: 'TestServer',
    Imprint: 'Small TestServer',
    Genre: 'Action, Drama, Action',
    Tags: 'robots, school',
    Web: 'https://example.invalid/a https://example.invalid/b javascript:alert(1)',
    PageCount: 20,
    LanguageISO: 'pt_br',
    Format: 'One-Shot',
    BlackAndWhite: 'Yes',
    Manga: 'YesAndRightToLeft',
    Characters: 'X, Y',
    Teams: 'T',
    Locations: 'L',
    ScanInformation: 'scan',
    StoryArc: 'Arc One, Arc Two',
    StoryArcNumber: '3, 4',
    SeriesGroup: 'Group',
    AgeRating: 'Mature 17+',
    CommunityRating: '4.5',
    MainCharacterOrTeam: 'X',
    Review: 'good',
    GTIN: '978-0-306-40615-7',
  },
  pages,
)

test('reads every element of the schema', () => {
  const { metadata, codes } = parse(everything)
  expect(codes).toEqual([])
  expect(metadata).toMatchObject({
    source: 'comicinfo',
    title: 'The Title',
    series: 'The Series',
    number: '1.5',
    chapter: 1.5,
    count: 12,
    seriesTotal: 12,
    volume: 2,
    alternateSeries: 'Other',
    alternateNumber: '7',
    alternateCount: 9,
    summary: 'One.\nTwo & three.',
    notes: 'a note',
    year: 2019,
    month: 4,
    day: 30,
    writer: 'Ann A, Bob B',
    penciller: 'Cid C',
    inker: 'Dan D',
    colorist: 'Eve E',
    letterer: 'Fay F',
    coverArtist: 'Gus G',
    editor: 'Hal H',
    translator: 'Ida I',
    publisher: 'TestServer',
    imprint: 'Small TestServer',
    genres: ['Action', 'Drama'],
    tags: ['robots', 'school'],
    links: ['https://example.invalid/a', 'https://example.invalid/b'],
    pageCount: 20,
    languageIso: 'pt-BR',
    formatDetail: 'One-Shot',
    bookType: 'oneshot',
    blackAndWhite: true,
    manga: true,
    readingDirection: 'rtl',
    characters: ['X', 'Y'],
    teams: ['T'],
    locations: ['L'],
    scanInformation: 'scan',
    storyArcs: [
      { name: 'Arc One', number: '3' },
      { name: 'Arc Two', number: '4' },
    ],
    seriesGroup: 'Group',
    ageRating: 17,
    ageRatingText: 'Mature 17+',
    communityRating: 4.5,
    mainCharacterOrTeam: 'X',
    review: 'good',
    isbns: ['9780306406157'],
    gtin: '978-0-306-40615-7',
  })
  expect(metadata?.authors).toHaveLength(9)
  expect(metadata?.authors[0]).toEqual({ name: 'Ann A', role: 'writer', sortName: null })
  expect(metadata?.pageNotes).toEqual([
    { image: 0, types: ['FrontCover', 'Story'], doublePage: false, bookmark: null },
    { image: 3, types: [], doublePage: true, bookmark: 'Chapter 2' },
  ])
})

test('treats the default -1 as unknown, not as an error', () => {
  const { metadata, codes } = parse(
    makeComicInfo({ Count: -1, Volume: -1, Year: -1, Month: -1, Number: 'A1' }),
  )
  expect(metadata).toMatchObject({
    count: null,
    volume: null,
    year: null,
    number: 'A1',
    chapter: null,
  })
  expect(codes).toEqual([])
})

test.each([
  [{ Month: 13 }],
  [{ Day: 32 }],
  [{ Year: 99_999 }],
  [{ Year: 'soon' }],
  [{ Volume: '-2' }],
  [{ CommunityRating: 11 }],
  [{ LanguageISO: 'not a language' }],
  [{ LanguageISO: 'zz-ZZ' }],
  [{ Count: '9'.repeat(400) }],
])('%p is ignored and reported', (elements) => {
  const { metadata, codes } = parse(makeComicInfo(elements))
  expect(codes).toEqual(['broken_metadata'])
  expect(Object.values(metadata ?? {}).filter((value) => typeof value === 'number')).toEqual([])
})

test.each([
  ['#5', 5],
  ['Issue 5', 5],
  ['No. 5', 5],
  ['Vol. 5', 5],
  ['v5', 5],
  ['Heft 5', 5],
  ['Bd. 5', 5],
  ['Tome 5', 5],
  ['nº 5', 5],
  ['№5', 5],
  ['Глава 12.5', 12.5],
  ['3 том', 3],
  ['第3話', 3],
  ['3巻', 3],
  ['12화', 12],
  ['Annual 5', null],
  ['Special 5', null],
  ['Bandit 5', null],
])('a number with a word in any language is numeric: %s', (Number, chapter) => {
  const { metadata } = parse(makeComicInfo({ Number }))
  expect(metadata).toMatchObject({ number: Number, chapter })
})

describe('a real-world file', () => {
  const body = '<Series>Ä & B</Series>'
  const proper = '<Series>Ä &amp; B</Series>'
  const utf16 = `<?xml version="1.0" encoding="utf-16"?><ComicInfo>${proper}</ComicInfo>`
  const latin =
    '<?xml version="1.0" encoding="windows-1252"?><ComicInfo><Series>Ä &amp; B</Series></ComicInfo>'
  test.each([
    ['a bare ampersand', Buffer.from(`<ComicInfo>${body}</ComicInfo>`)],
    [
      'white space before the declaration',
      Buffer.from(`\n <?xml version="1.0"?><ComicInfo>${proper}</ComicInfo>`),
    ],
    ['a byte order mark', Buffer.from(`\ufeff<ComicInfo>${proper}</ComicInfo>`)],
    ['UTF-16', Buffer.from(`\ufeff${utf16}`, 'utf16le')],
    ['UTF-8 that claims to be UTF-16', Buffer.from(utf16)],
    ['windows-1252', Buffer.from(latin, 'latin1')],
    ['a truncated end', Buffer.from(`<ComicInfo>${proper}<Title>x</Ti`)],
    ['unquoted attributes', Buffer.from(`<ComicInfo version=2>${proper}</ComicInfo>`)],
    ['different case', Buffer.from(`<comicinfo><SERIES>Ä &amp; B</SERIES></comicinfo>`)],
  ])('is read despite %s', (_, bytes) => {
    expect(parse(bytes).metadata?.series).toBe('Ä & B')
  })
})

describe('a hostile file', () => {
  test('cannot expand entities or read files', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'b'.repeat(i + 1)} "${'&a;'.repeat(100)}">`).join('')}]><ComicInfo><Title>${'&bbbbbbbbb;'.repeat(100)}</Title></ComicInfo>`
    expect(parse(bomb).metadata?.title?.length ?? 0).toBeLessThan(70_000)
    const outside =
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><ComicInfo><Title>&x;</Title></ComicInfo>'
    expect(parse(outside).metadata?.title ?? '').not.toContain('root:')
  })

  test('with endless nesting does not throw', () => {
    const deep = `<ComicInfo><Title>${'<a>'.repeat(200_000)}x`
    expect(() => parse(deep)).not.toThrow()
  })

  test('gets bounded texts and lists without control characters', () => {
    const people = Array.from({ length: 5000 }, (_, i) => `p${i}`).join(',')
    const xml = makeComicInfo({
      Summary: 'x'.repeat(200_000),
      Writer: people,
      Genre: people,
      Title: 'a\u202eb\u200bc',
    })
    const { metadata } = parse(xml)
    expect(metadata?.summary?.length).toBe(65_536)
    expect(metadata?.authors.length).toBe(1000)
    expect(metadata?.genres.length).toBe(1000)
    expect(metadata?.title).toBe('a b c')
  })
})
