import { describe, expect, test } from 'bun:test'
import {
  decideState,
  isContained,
  isOwned,
  type TrackingRules,
} from '../../../src/ingest/releases/rules/announcement-rules'
import { parseFeed } from '../../../src/ingest/releases/rules/feed-items'
import { findLatestKnown, latestKnownRules } from '../../../src/ingest/releases/rules/latest-known'
import {
  maxSpans,
  normalizeName,
  type NumberSpan,
  readReleaseTitle,
} from '../../../src/ingest/releases/rules/read-numbers'

const span = (start: number, end = start): NumberSpan => ({ start, end })

test.each([
  ['Vinland Saga v.27 c.210', 'Vinland Saga', [span(27)], [span(210)]],
  ['Vinland Saga c.210-212', 'Vinland Saga', [], [span(210, 212)]],
  ['Vinland Saga Vol. 3 Ch. 12+14', 'Vinland Saga', [span(3)], [span(12), span(14)]],
  ['[Group] Harbor - Chapter 10.5', 'Harbor', [], [span(10.5)]],
  ['Harbor #12', 'Harbor', [], [span(12)]],
  ['Harbor Band 4', 'Harbor', [span(4)], []],
  ['Гавань глава 7', 'Гавань', [], [span(7)]],
  ['86 EIGHTY-SIX Volume 11', '86 EIGHTY-SIX', [span(11)], []],
  ['Chapter 20240101', 'Chapter 20240101', [], []],
  ['Harbor', 'Harbor', [], []],
  ['', null, [], []],
])('the title %p', (title, seriesName, volumes, chapters) => {
  expect(readReleaseTitle(title)).toMatchObject({ seriesName, volumes, chapters })
})

test('groups at the start and at the end', () => {
  expect(readReleaseTitle('[Harbor Scans] Harbor Ch. 3').group).toBe('Harbor Scans')
  expect(readReleaseTitle('Harbor Ch. 3 (Digital Crew)').group).toBe('Digital Crew')
  expect(readReleaseTitle('Harbor Ch. 3').group).toBeNull()
})

test('a hostile title is read quickly, and has at most 50 spans', () => {
  const many = Array.from({ length: 400 }, (_, index) => index * 2).join('+')
  expect(readReleaseTitle(`Harbor c.${many}`).chapters.length).toBeLessThanOrEqual(maxSpans)
  for (const odd of ['c.'.repeat(5000), '[('.repeat(5000), 'v1-'.repeat(5000)]) {
    expect(readReleaseTitle(odd)).toBeDefined()
  }
})

test.each([
  ['Vinland Saga!', 'vinland saga', true],
  ['Pokémon', 'POKEMON', true],
  ['Spice & Wolf', 'Spice and Wolf', true],
  ['Harbor', 'Harbour', false],
])('the names %p and %p', (one, other, isSame) =>
  expect(normalizeName(one) === normalizeName(other)).toBe(isSame),
)

const rules: TrackingRules = {
  trackChapters: true,
  trackVolumes: true,
  languages: null,
  allowedGroups: [],
  blockedGroups: [],
}
const owned = { chapters: [span(1, 3), span(10.5)], volumes: [span(1)] }
const release = (values: object = {}) => ({
  chapters: [span(4)],
  volumes: [],
  language: 'en',
  groupOrUploader: 'Crew',
  ...values,
})

test.each([
  ['a new chapter', {}, {}, 'announced'],
  ['an owned one', { chapters: [span(2)] }, {}, 'ignored'],
  ['a range with an owned one', { chapters: [span(3, 4)] }, {}, 'announced'],
  ['a half one', { chapters: [span(10.5)] }, {}, 'ignored'],
  ['of an owned volume', { volumes: [span(1)] }, {}, 'ignored'],
  ['no number', { chapters: [] }, {}, 'ignored'],
  ['chapters are not tracked', {}, { trackChapters: false }, 'ignored'],
  ['volumes are not', { chapters: [], volumes: [span(2)] }, { trackVolumes: false }, 'ignored'],
  ['another language', {}, { languages: ['de'] }, 'ignored'],
  ['a regional language', {}, { languages: ['en-GB'] }, 'announced'],
  ['an unknown language', { language: null }, { languages: ['de'] }, 'announced'],
  ['a blocked group', {}, { blockedGroups: ['crew'] }, 'ignored'],
  ['an allowed group', {}, { allowedGroups: ['CREW'] }, 'announced'],
  ['another group', {}, { allowedGroups: ['Other'] }, 'ignored'],
  ['allowed and blocked', {}, { allowedGroups: ['Crew'], blockedGroups: ['Crew'] }, 'ignored'],
] as const)('%s', (_, values, changes, state) => {
  expect(decideState(release(values), { ...rules, ...changes }, owned)).toBe(state)
})

test('a range is owned only as a whole', () => {
  expect(isOwned({ chapters: [span(1, 3)], volumes: [] }, owned)).toBe(true)
  expect(isOwned({ chapters: [span(1, 4)], volumes: [] }, owned)).toBe(false)
  expect(isOwned({ chapters: [], volumes: [] }, owned)).toBe(false)
})

test.each([
  [[span(4)], [span(4)], true],
  [[span(4)], [span(3, 5)], true],
  [[span(3, 5)], [span(4)], false],
  [[span(4), span(6)], [span(4, 5)], false],
])('%p joins an announcement of %p: %p', (mine, theirs, expected) => {
  const numbers = (chapters: readonly NumberSpan[]) => ({ chapters, volumes: [] })
  expect(isContained(numbers(mine), numbers(theirs))).toBe(expected)
})

describe('the latest known number', () => {
  test.each([
    [[], 10, null],
    [[11, 12], 10, 12],
    [[60], 10, 60],
    [[61], 10, null],
    [[11, 2024], 10, 11],
    [[200, 201, 202], 10, 202],
    [[1999, 2000], 10, null],
    [[2001], 1990, 2001],
    [[9999], 10, null],
  ])('of %p in a library up to %p is %p', (numbers, known, expected) => {
    expect(findLatestKnown(numbers, known, latestKnownRules.chapters)).toBe(expected)
  })
})

const encode = (text: string) => new TextEncoder().encode(text)
const readFeed = (text: string) => parseFeed(encode(text))?.items ?? null

test('RSS and Atom are read, and nothing else', () => {
  const rss = `<rss><channel><item><title>A c.1</title><guid>g1</guid><link>https://example.org/1</link>
    <pubDate>Mon, 02 Jan 2023 10:00:00 GMT</pubDate></item>
    <item><title>B c.2</title><link>javascript:alert(1)</link><pubDate>soon</pubDate></item>
    <item><description>without a title</description></item></channel></rss>`
  expect(readFeed(rss)).toMatchObject([
    {
      id: 'g1',
      title: 'A c.1',
      link: 'https://example.org/1',
      releasedAt: new Date('2023-01-02T10:00:00Z'),
    },
    { id: null, title: 'B c.2', link: null, releasedAt: null },
  ])
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>e1</id><title>C c.3</title>
    <link rel="alternate" href="https://example.org/3"/><updated>2023-01-02T10:00:00Z</updated></entry></feed>`
  expect(readFeed(atom)).toMatchObject([{ id: 'e1', link: 'https://example.org/3' }])
  for (const other of ['', '<html><body>no</body></html>', '{"items":[]}', '<rss']) {
    const read = readFeed(other)
    expect([other, read === null || read.length === 0]).toEqual([other, true])
  }
  const long = `<rss>${'<item><title>x</title></item>'.repeat(2000)}</rss>`
  expect(readFeed(long)!.length).toBeLessThanOrEqual(500)
})

test.each([
  ['Harbor Ch. 12 - 2026-11-20', 12, 12],
  ['Harbor Chapter 5 - 100 Years Later', 5, 5],
  ['Harbor Chapter 12 - 24 November 2026', 12, 12],
  ['Harbor Chapter 1,024', 1024, 1024],
  ['Harbor Ch. 12-2026', 12, 12],
  ['Harbor Ch. 12 - 14', 12, 14],
  ['Harbor Ch. 12 - 14 [Pier]', 12, 14],
  ['Harbor c.1-1050', 1, 1050],
])('the numbers of %p', (title, start, end) => {
  expect(readReleaseTitle(title).chapters).toEqual([{ start, end }])
})

test('the language of a channel is that of its items', () => {
  const item = '<item><title>Harbor c.1</title></item>'
  const channel = `<channel><language>en-us</language>${item}</channel>`
  const items = readFeed(`<rss version="2.0">${channel}</rss>`)
  expect(items![0]!.language).toBe('en-us')
})

const item = '<item><title>Harbor c.1</title><description><![CDATA[</rss>]]></description></item>'
const rss = `<?xml version="1.0"?><rss version="2.0"><channel>${item}${item}</channel></rss>`
const entry = '<entry><title>Harbor c.1</title><link href="https://example.org/1"/></entry>'
const atom = `<feed xmlns="http://www.w3.org/2005/Atom">${entry}${entry}</feed>`
const isComplete = (text: string | Uint8Array) =>
  parseFeed(typeof text === 'string' ? encode(text) : text)?.isComplete

test.each([
  ['RSS', rss],
  ['Atom', atom],
  ['RSS 1.0', `<rdf:RDF xmlns:rdf="r"><channel/>${item}</rdf:RDF>`],
  ['a comment after it', `${rss}\n<!-- cached -->\n`],
  ['a bare ampersand', rss.replace('Harbor', 'Sea & Harbor')],
  ['an element that is not closed', rss.replace('<![CDATA[</rss>]]>', 'one<br>two')],
  ['an entity that is declared', `<!DOCTYPE rss [<!ENTITY nbsp "&#160;">]>${rss.slice(21)}`],
  ['no entries', '<rss version="2.0"><channel/></rss>'],
  ['UTF-16', new Uint8Array(Buffer.from(`\ufeff${rss.slice(21)}`, 'utf16le'))],
  ['a root that closes itself', '<feed xmlns="http://www.w3.org/2005/Atom" />'],
  ['an image of a counter after it', `${rss}\n<img src="https://example.org/1.gif" width="1">`],
  ['a script after it', `${rss}<script>for (var i = 0; i<n; i++) {}</script>`],
  ['a warning of its program after it', `${rss}\n<br>\n<b>Notice</b>: cache is old\n<p>`],
  ['a declared entity with elements', `<!DOCTYPE rss [<!ENTITY x "<b>y<i>">]>${rss.slice(21)}`],
  ['a quotation mark that is missing', rss.replace('<![CDATA[</rss>]]>', '<a href="x>y</a>')],
  ['deep elements', rss.replace('<![CDATA[</rss>]]>', `${'<i>'.repeat(600)}${'</i>'.repeat(600)}`)],
  ['tags in other letters', rss.replace('<rss', '<RSS').replace('</rss>', '</Rss>')],
])('a feed is whole with %s', (_, text) => {
  expect(isComplete(text)).toBe(true)
})

test.each([
  ['after an entry', rss.slice(0, rss.indexOf('</item>') + 7)],
  ['within an entry', rss.slice(0, rss.indexOf('<description>'))],
  ['within CDATA that quotes an end', rss.slice(0, rss.indexOf(']]>'))],
  ['after the entries', rss.replace('</channel></rss>', '')],
  ['after the channel', rss.slice(0, -6)],
  ['within the last end tag', rss.slice(0, -2)],
  ['within a comment', rss.replace('</channel>', '<!-- </channel>')],
  ['within Atom', atom.slice(0, atom.lastIndexOf('</feed>'))],
  ['after its start tag', '<rss version="2.0">'],
  ['in UTF-16', new Uint8Array(Buffer.from(`\ufeff${rss.slice(21, -8)}`, 'utf16le'))],
])('M4: a feed is cut off %s', (_, text) => {
  expect(isComplete(text)).toBe(false)
})
