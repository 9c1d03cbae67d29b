import { expect, test } from 'bun:test'
import {
  getBook,
  type Manifest,
} from '../../../../../src/web/ui/screens/read/text/engine/book/epub'
import {
  getColors,
  buildLayoutAttributes,
  buildStyles,
} from '../../../../../src/web/ui/screens/read/text/engine/layout/styles'
import { themes } from '../../../../../src/web/ui/screens/read/text/engine/layout/themes'
import type { Settings } from '../../../../../src/web/ui/screens/read/hooks/use-reader-settings'

const base = 'http://nas:8080/quire/api/v1/books/1/'
const manifest: Manifest = {
  metadata: {
    title: 'A book',
    language: 'ja',
    readingProgression: 'rtl',
    presentation: { layout: 'reflowable' },
  },
  readingOrder: [
    { href: 'resources/OEBPS/one.xhtml', properties: { 'quire:positions': 3 } },
    { href: 'resources/OEBPS/%C3%BC%20two.xhtml', properties: { 'quire:positions': 5 } },
    { href: 'resources/notes.xhtml', properties: { 'quire:linear': false } },
    { title: 'leads nowhere' },
  ],
  toc: [
    { title: 'One', href: 'resources/OEBPS/one.xhtml' },
    { title: 'Part', children: [{ title: 'Two', href: 'resources/OEBPS/%C3%BC%20two.xhtml#s' }] },
  ],
}
const book = getBook(manifest, `${base}manifest`)

test('parts have absolute URLs, sizes and the linear flag', async () => {
  expect(book.sections.map(({ id, size, linear }) => [id, size, linear])).toEqual([
    [`${base}resources/OEBPS/one.xhtml`, 3, 'yes'],
    [`${base}resources/OEBPS/%C3%BC%20two.xhtml`, 5, 'yes'],
    [`${base}resources/notes.xhtml`, 1, 'no'],
  ])
  expect(await book.sections[0]?.load()).toBe(`${base}resources/OEBPS/one.xhtml`)
  expect(book.dir).toBe('rtl')
})

test('a fixed-layout page keeps its specified side', () => {
  const readingOrder = (['left', undefined, 'center'] as const).map((page, index) => ({
    href: `resources/${index}.xhtml`,
    properties: page ? { page } : {},
  }))
  const laid = getBook({ ...manifest, readingOrder }, `${base}manifest`)
  expect(laid.sections.map(({ pageSpread }) => pageSpread)).toEqual(['left', undefined, 'center'])
})

test('a heading without a link stays a heading', () => {
  expect(book.toc.map(({ label, href }) => [label, href])).toEqual([
    ['One', `${base}resources/OEBPS/one.xhtml`],
    ['Part', undefined],
  ])
  expect(book.toc[1]?.subitems?.[0]?.label).toBe('Two')
})

test('links point to a part and a position in it', () => {
  const second = book.sections[1]
  const href = second?.resolveHref('one.xhtml#start') ?? ''
  expect(href).toBe(`${base}resources/OEBPS/one.xhtml#start`)
  expect(book.resolveHref(href)?.index).toBe(0)
  expect(book.resolveHref(`${base}resources/gone.xhtml`)).toBeNull()
  expect(book.splitTOCHref(href)).toEqual([`${base}resources/OEBPS/one.xhtml`, 'start'])
})

test.each([
  ['https://example.org/', true],
  ['javascript:alert(1)', true],
  [`${base}file`, true],
  [`${base}resources/OEBPS/one.xhtml`, false],
])('%s is external: %p', (href, isOutside) => {
  expect(book.isExternal(href)).toBe(isOutside)
})

const settings = {
  'epub.theme': 'dark',
  'epub.font': 'serif',
  'epub.fontSize': 120,
  'epub.lineHeight': 1.6,
  'epub.letterSpacing': 0,
  'epub.wordSpacing': 0,
  'epub.paragraphSpacing': 0,
  'epub.margins': 8,
  'epub.columns': 'two',
  'epub.flow': 'paged',
  'epub.align': 'justify',
  'epub.hyphens': true,
  'epub.publisherStyles': true,
  'epub.writingMode': 'auto',
} as Settings

test('user settings become style rules that override those of the book', () => {
  const [before, after] = buildStyles(settings, themes.dark)
  expect(before).toContain('#1a1815')
  expect(after).toContain('font-size: 120% !important')
  expect(after).toContain('Georgia')
  expect(after).toContain('text-align: justify !important')
  expect(after).not.toContain('writing-mode')
  const asPublished = { ...settings, 'epub.font': 'publisher' }
  expect(buildStyles(asPublished, themes.dark)[1]).not.toContain('font-family')
  expect(buildStyles(settings, themes.light)[1]).not.toContain('color: inherit')
  const downwards: Settings = { ...settings, 'epub.writingMode': 'vertical' }
  expect(buildStyles(downwards, themes.light)[1]).toContain('writing-mode: vertical-rl')
})

test.each([
  ['auto', 'dark', themes.dark.background],
  ['auto', 'light', themes.light.background],
  ['auto', 'black', '#000000'],
  ['auto', 'ink', '#ffffff'],
  ['sepia', 'dark', themes.sepia.background],
] as const)('the paper %s with a %s interface', (theme, around, background) => {
  expect(getColors(theme, around).background).toBe(background)
})

test('columns and margins become layout measures', () => {
  expect(buildLayoutAttributes(settings)).toEqual({
    flow: 'paginated',
    gap: '8%',
    margin: '32px',
    'max-inline-size': '816px',
    'max-column-count': '2',
  })
  expect(buildLayoutAttributes({ ...settings, 'epub.flow': 'scrolled' })['flow']).toBe('scrolled')
})
