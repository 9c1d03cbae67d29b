/** Text, links and outline of PDFs, those of hostile ones too. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readOutline } from '../../../../src/media/pdf/text/outline'
import type { PageText } from '../../../../src/media/page-text/placed-text'
import { readBookText, readPageTexts } from '../../../../src/media/pdf/text/page-text'
import { makePdf, makePdfOfObjects } from '../../../support/make/pdf'
import { makePicture } from '../../../support/make/pictures'
import { writeBook } from '../../../support/make/tree'

setDefaultTimeout(60_000)

interface Case {
  content?: string
  /** More entries of the page. */
  page?: string
  catalog?: string
  /** Objects from number 6 on. */
  objects?: string[]
}

/** A book of one page of 600 by 800 points. */
const makePage = ({ content = '', page = '', catalog = '', objects = [] }: Case) =>
  makePdfOfObjects([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${page}>>`,
    { head: '', data: content },
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  ])

async function readPage(pdf: Case): Promise<PageText> {
  const path = writeBook('text.pdf', makePage(pdf))
  const [page] = await readPageTexts(path, { first: 0, count: 1 })
  return page!
}

const hello = 'BT /F 20 Tf 60 720 Td (Hello big world) Tj 0 -40 Td (Second line) Tj ET'

describe('text', () => {
  test('is read as lines of words with their places', async () => {
    const { lines } = await readPage({ content: hello })
    expect(lines.map(({ text }) => text)).toEqual(['Hello big world', 'Second line'])
    const [first, second] = lines
    expect(first).toMatchObject({ turn: 0, flow: 'ltr' })
    expect(first!.x).toBeCloseTo(0.1, 2)
    // The baseline is 80 points below the top, and the font 20 points high.
    expect(first!.y).toBeWithin(0.07, 0.085)
    expect(first!.height).toBeWithin(0.02, 0.035)
    expect(first!.width).toBeWithin(0.2, 0.25)
    expect(first!.starts).toHaveLength(3)
    expect(first!.starts[0]).toBe(0)
    expect(first!.starts[1]).toBeCloseTo(0.39, 2)
    expect(second!.y - first!.y).toBeCloseTo(0.05, 3)
  })

  test.each([
    [90, { turn: 90, x: 0.885, y: 0.1 }],
    [180, { turn: 180, x: 0.68, y: 0.89 }],
    [270, { turn: 270, x: 0.09, y: 0.68 }],
  ])('follows the rotation of its page by %d degrees', async (rotation, { turn, x, y }) => {
    const { lines } = await readPage({ content: hello, page: `/Rotate ${rotation}` })
    const line = lines.find(({ text }) => text === 'Hello big world')!
    expect(line).toMatchObject({ turn, flow: 'ltr' })
    expect(line.x).toBeCloseTo(x, 1)
    expect(line.y).toBeCloseTo(y, 1)
    expect(line.starts[1]).toBeCloseTo(0.39, 2)
  })

  test('that is upright on a rotated page is not turned', async () => {
    const content =
      'BT /F 20 Tf 0 1 -1 0 100 60 Tm (Hello big world) Tj 0 1 -1 0 140 60 Tm (Second line) Tj ET'
    const { lines } = await readPage({ content, page: '/Rotate 90' })
    expect(lines.map(({ text, turn }) => [text, turn])).toEqual([
      ['Hello big world', 0],
      ['Second line', 0],
    ])
    expect(lines[0]!.x).toBeCloseTo(60 / 800, 3)
    expect(lines[0]!.y).toBeCloseTo(0.13, 1)
  })

  test('that runs upward is turned', async () => {
    const content = 'BT /F 20 Tf 0 1 -1 0 300 100 Tm (Hello big world) Tj ET'
    const { lines } = await readPage({ content })
    expect(lines[0]).toMatchObject({ turn: 270, flow: 'ltr' })
    expect(lines[0]!.starts[1]).toBeCloseTo(0.39, 2)
    expect(lines[0]!.height).toBeGreaterThan(lines[0]!.width)
  })

  test('outside of the crop box is left out', async () => {
    const content =
      'BT /F 20 Tf 320 620 Td (Inside) Tj 0 -400 Td (Outside) Tj 9000 0 Td (Far) Tj ET'
    const { lines } = await readPage({ content, page: '/CropBox[300 400 600 800]' })
    expect(lines.map(({ text }) => text)).toEqual(['Inside'])
    expect(lines[0]!.x).toBeCloseTo(20 / 300, 3)
    expect(lines[0]!.y).toBeWithin(0.39, 0.43)
  })

  test('of two columns becomes two lines', async () => {
    const content = 'BT /F 12 Tf 60 700 Td (Left) Tj 300 0 Td (Right) Tj ET'
    const { lines } = await readPage({ content })
    expect(lines.map(({ text }) => text)).toEqual(['Left', 'Right'])
  })

  test('of one column is in the order of its places, and of columns as it is drawn', async () => {
    const rows = (places: [string, number, number][]) =>
      `BT /F 12 Tf ${places.map(([word, x, y]) => `1 0 0 1 ${x} ${y} Tm (${word}) Tj`).join('\n')} ET`
    const single = rows([
      ['One', 60, 700],
      ['Two', 60, 680],
      ['Four', 60, 640],
      ['Five', 60, 620],
      ['Three', 80, 660],
      ['Zero', 60, 720],
    ])
    const { lines } = await readPage({ content: single })
    expect(lines.map(({ text }) => text)).toEqual(['Zero', 'One', 'Two', 'Three', 'Four', 'Five'])
    const double = rows([
      ['A1', 60, 700],
      ['A2', 60, 680],
      ['A3', 60, 660],
      ['B1', 360, 700],
      ['B2', 360, 680],
      ['B3', 360, 660],
    ])
    const columns = await readPage({ content: double })
    expect(columns.lines.map(({ text }) => text)).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
  })

  test('of letters below each other is vertical', async () => {
    const content = 'BT /F 12 Tf 60 700 Td (A) Tj 0 -12 Td (B) Tj 0 -12 Td (C) Tj ET'
    const { lines } = await readPage({ content })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ text: 'ABC', flow: 'vertical', starts: [0] })
  })

  test('is empty for a scan', async () => {
    const data = await makePicture({ width: 200, height: 300 })
    const path = writeBook('scan.pdf', makePdf({ images: [{ data, width: 200, height: 300 }] }))
    expect(await readPageTexts(path, { first: 0, count: 1 })).toEqual([{ lines: [], links: [] }])
    expect(await readOutline(path)).toEqual({ entries: [], hasText: false })
  })

  test.each([
    ['a million glyphs', '1 0 0 1 10 20 Tm (abcdefghi ) Tj '.repeat(100_000)],
    ['one string of a million glyphs', `10 700 Td (${'ab '.repeat(340_000)}) Tj`],
    ['a line for each of its glyphs', scatter(300_000)],
  ])('of a page with %s is limited', async (_name, content) => {
    const start = process.cpuUsage()
    const { lines } = await readPage({ content: `BT /F 6 Tf ${content} ET` })
    const { user, system } = process.cpuUsage(start)
    expect(lines.length).toBeWithin(1, 5001)
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(1001)
    expect((user + system) / 1000).toBeLessThan(10_000)
  })

  test('of a page without a size is empty', async () => {
    const { lines } = await readPage({ content: hello, page: '/CropBox[0 0 0 0]/UserUnit 1e30' })
    for (const { x, y, width, height } of lines)
      for (const side of [x, y, width, height]) expect(side).toBeWithin(0, 1.001)
  })

  test('of a damaged page does not hide that of others', async () => {
    const path = writeBook('short.pdf', makePdf({ texts: ['One', 'Two'] }))
    const texts = await readPageTexts(path, { first: 0, count: 4 })
    expect(texts.map((page) => page?.lines[0]?.text)).toEqual(['One', 'Two', undefined, undefined])
    expect(await readBookText(path)).toEqual({ pages: ['One', 'Two'], isWhole: true })
  })
})

function scatter(count: number) {
  return Array.from(
    { length: count },
    (_, i) => `1 0 0 1 ${i % 600} ${(i * 7) % 800} Tm (a) Tj`,
  ).join('\n')
}

describe('links', () => {
  const link = (target: string) => `<</Type/Annot/Subtype/Link/Rect[60 700 180 740]${target}>>`
  const readLink = async (target: string) =>
    (await readPage({ page: '/Annots[6 0 R]', objects: [link(target)] })).links

  test.each([
    ['/A<</S/URI/URI(https://example.org/a?b=c#d)>>', { url: 'https://example.org/a?b=c#d' }],
    ['/A<</S/URI/URI(mailto:ann@example.org)>>', { url: 'mailto:ann@example.org' }],
    ['/Dest[3 0 R/Fit]', { page: 1 }],
    ['/A<</S/GoTo/D[3 0 R/XYZ 0 0 0]>>', { page: 1 }],
  ])('%s is a target', async (target, expected) => {
    const [found] = await readLink(target)
    expect(found).toEqual({ x: 0.1, y: 0.075, width: 0.2, height: 0.05, ...expected })
  })

  test.each([
    '/A<</S/URI/URI(javascript:alert\\(1\\))>>',
    '/A<</S/URI/URI(file:///etc/passwd)>>',
    '/A<</S/URI/URI(data:text/html,x)>>',
    '/A<</S/URI/URI(relative.html)>>',
    `/A<</S/URI/URI(https://example.org/${'a'.repeat(5000)})>>`,
    '/A<</S/Launch/F(program)>>',
    '/A<</S/JavaScript/JS(app.alert\\(1\\))>>',
    '/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>',
    '/Dest[99 0 R/Fit]',
    '/Dest[7/Fit]',
    '/Dest(nowhere)',
    '',
  ])('%s is no target', async (target) => {
    expect(await readLink(target)).toEqual([])
  })

  test('are limited to the page and to a thousand', async () => {
    const far = '<</Type/Annot/Subtype/Link/Rect[7000 700 8000 740]/Dest[3 0 R/Fit]>>'
    const objects = [far, link('/Dest[3 0 R/Fit]')]
    const many = `/Annots[6 0 R ${'7 0 R '.repeat(5000)}]`
    const { links } = await readPage({ page: many, objects })
    expect(links.length).toBeWithin(1, 1001)
    expect(links.every(({ x }) => x === 0.1)).toBe(true)
  })
})

describe('the outline', () => {
  const readEntries = async (objects: string[]) => {
    const catalog = '/Outlines 6 0 R'
    return readOutline(writeBook('outline.pdf', makePage({ catalog, objects, content: hello })))
  }

  test('is a tree with page numbers', async () => {
    const { entries, hasText } = await readEntries([
      '<</Type/Outlines/First 7 0 R/Last 8 0 R>>',
      '<</Title(Part one)/Parent 6 0 R/Next 8 0 R/First 9 0 R/Last 9 0 R>>',
      '<</Title<FEFF00C400620063>/Parent 6 0 R/Prev 7 0 R/A<</S/GoTo/D[3 0 R/Fit]>>>>',
      '<</Title( A \\n chapter )/Parent 7 0 R/Dest[3 0 R/Fit]>>',
    ])
    expect(hasText).toBe(true)
    expect(entries).toEqual([
      {
        title: 'Part one',
        page: null,
        children: [{ title: 'A chapter', page: 1, children: [] }],
      },
      { title: 'Äbc', page: 1, children: [] },
    ])
  })

  test('ends where it returns to itself', async () => {
    const { entries } = await readEntries([
      '<</Type/Outlines/First 7 0 R/Last 8 0 R>>',
      '<</Title(A)/Parent 6 0 R/Next 8 0 R/First 7 0 R>>',
      '<</Title(B)/Parent 6 0 R/Next 7 0 R/First 6 0 R>>',
    ])
    expect(JSON.stringify(entries).length).toBeLessThan(500)
    expect(entries[0]).toMatchObject({ title: 'A' })
  })

  test('is limited in depth, number and length', async () => {
    const deep = Array.from(
      { length: 200 },
      (_, index) => `<</Title(Level ${index})/Parent 6 0 R/First ${index + 8} 0 R>>`,
    )
    const nested = await readEntries(['<</Type/Outlines/First 7 0 R>>', ...deep])
    expect(countDepth(nested.entries)).toBe(16)
    const wide = Array.from(
      { length: 12_000 },
      (_, index) => `<</Title(${'x'.repeat(10)})/Parent 6 0 R/Next ${index + 8} 0 R>>`,
    )
    const { entries } = await readEntries(['<</Type/Outlines/First 7 0 R>>', ...wide])
    expect(entries).toHaveLength(10_000)
    const long = `<</Title(${'x'.repeat(1_000_000)})/Parent 6 0 R/Dest[3 0 R/Fit]>>`
    const titled = await readEntries(['<</Type/Outlines/First 7 0 R>>', long])
    expect(titled.entries).toEqual([{ title: '', page: 1, children: [] }])
  })
})

const countDepth = (entries: Awaited<ReturnType<typeof readOutline>>['entries']): number =>
  entries[0] ? 1 + countDepth(entries[0].children) : 0
