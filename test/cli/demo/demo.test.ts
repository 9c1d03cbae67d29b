import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { makeDemo } from '../../../src/cli/demo/demo'
import { lettering } from '../../../src/cli/demo/lettering'
import type { BookContents } from '../../../src/media/contents/contents'
import { readBook, readEntry, readPage } from '../../../src/media/reader/reader'

let folder = ''
let books: Map<string, BookContents>
const readMetadata = (name: string) => books.get(name)?.metadata

const listFiles = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

beforeAll(async () => {
  folder = await makeDemo(join(mkdtempSync(join(tmpdir(), 'demo-')), 'demo'))
  books = new Map()
  for (const file of listFiles(folder)) books.set(basename(file), await readBook(file))
}, 60_000)

describe('the demo library', () => {
  test('has eight series and 25 books of every format', () => {
    expect(readdirSync(folder)).toHaveLength(8)
    const formats = [...books.values()].map((book) => book.format)
    expect(formats.toSorted()).toEqual([...Array(22).fill('cbz'), 'epub', 'epub', 'pdf'])
  })

  test('has no book with problems', () => {
    const faults = [...books].filter(([, { findings }]) => findings.length > 0)
    expect(faults.map(([name, { findings }]) => [name, findings])).toEqual([])
  })

  test('has metadata in each comic', () => {
    expect(readMetadata('Lantern Reef v02.cbz')).toMatchObject({
      title: 'Salt Lessons',
      series: 'Lantern Reef',
      number: '2',
      volume: 2,
      count: 4,
      writer: 'Ines Calloway',
      penciller: 'Tomas Brandt',
      genres: ['Adventure', 'Fantasy'],
      tags: ['sea', 'friendship', 'maps'],
      year: 2019,
      languageIso: 'en',
      ageRating: 10,
      readingDirection: null,
      manga: false,
    })
    expect(readMetadata('Le Jardin de Minuit v03.cbz')).toMatchObject({
      title: 'La Récolte',
      languageIso: 'fr',
      publisher: 'Éditions du Figuier',
    })
    expect(readMetadata('The Slow Comet #005.cbz')).toMatchObject({ number: '5', volume: null })
  })

  test('has a manga that is read from right to left', () => {
    expect(readMetadata('Paper Foxes v01.cbz')).toMatchObject({
      manga: true,
      readingDirection: 'rtl',
      blackAndWhite: true,
    })
  })

  test('has a webtoon with long strips', () => {
    const pages = books.get('Stairwell Nine #001.cbz')!.pages
    expect(pages.slice(1).map(({ width, height }) => height! / width!)).toEqual([3.75, 3.75, 3.75])
    expect(readMetadata('Stairwell Nine #001.cbz')?.formatDetail).toBe('Web Comic')
  })

  test('has novels with chapters, covers and series positions', () => {
    const name = 'The Harbour Letters 1 - The Postmistress of Cold Quay.epub'
    const book = books.get(name)!
    expect(book.metadata).toMatchObject({
      title: 'The Postmistress of Cold Quay',
      series: 'The Harbour Letters',
      number: '1',
      volume: 1,
      year: 2016,
      languageIso: 'en',
      subjects: ['Fantasy', 'Letters'],
      authors: [{ name: 'Edith Vane', role: 'author', sortName: 'Vane, Edith' }],
    })
    expect(book.toc.map((entry) => entry.title)).toEqual([
      'The Wrong Century',
      'A Second Opinion',
      'What the Tide Brought',
      'Delivered',
    ])
    const path = join(folder, 'The Harbour Letters', name)
    const chapter = readEntry(path, book.spine[0]!.href)!
    expect(Buffer.from(chapter).toString()).toContain('The letter came on a Monday')
    expect(typeof book.cover).toBe('string')
    expect(readEntry(path, String(book.cover))!.length).toBeGreaterThan(5_000)
  })

  test('has a PDF of plates', () => {
    const book = books.get('A Field Guide to Imaginary Birds.pdf')!
    expect(book.pageCount).toBe(7)
    expect(book.pages[0]).toMatchObject({ width: 640, height: 960 })
    expect(book.metadata).toMatchObject({
      title: 'A Field Guide to Imaginary Birds',
      writer: 'Philippa Rook',
      tags: ['birds', 'nature', 'humour'],
    })
  })

  test('shows a different image on every page', async () => {
    const seen = new Set<string>()
    let count = 0
    for (const file of listFiles(folder).filter((name) => name.endsWith('.cbz'))) {
      for (const page of books.get(basename(file))!.pages) {
        seen.add(Bun.hash(readPage(file, page)).toString())
        count += 1
      }
    }
    expect(count).toBe(19 * 6 + 3 * 4)
    expect(seen.size).toBe(count)
    const [first] = books.get('Lantern Reef v01.cbz')!.pages
    const cover = readPage(join(folder, 'Lantern Reef', 'Lantern Reef v01.cbz'), first!)
    expect(await sharp(cover).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 960 })
    // The page has more than one color.
    expect((await sharp(cover).stats()).entropy).toBeGreaterThan(3)
  })

  test('is created once: existing files are kept and missing files are restored', async () => {
    const [first, second] = listFiles(folder) as [string, string]
    utimesSync(first, 1_600_000_000, 1_600_000_000)
    const { size } = statSync(second)
    rmSync(second)
    expect(await makeDemo(folder)).toBe(folder)
    expect(statSync(first).mtimeMs).toBe(1_600_000_000_000)
    expect(statSync(second).size).toBe(size)
    expect(listFiles(folder)).toHaveLength(25)
  })
})

const drawSquares = (text: string) =>
  lettering(text, { x: 0, y: 0, width: 600, size: 5, fill: '#000' }).svg.split('M').length - 1

describe('the demo font', () => {
  test('has a glyph for every letter of every title, without accents', () => {
    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.,!?'&:é") {
      expect(drawSquares(letter)).toBeGreaterThan(2)
    }
    expect(drawSquares('é')).toBe(drawSquares('E'))
  })

  test('stays within its width', () => {
    const { svg: path } = lettering('An extraordinarily long title', {
      x: 10,
      y: 0,
      width: 200,
      size: 9,
      fill: '#000',
    })
    const lefts = [...path.matchAll(/M([\d.]+) /g)].map((match) => Number(match[1]))
    expect(Math.min(...lefts)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...lefts)).toBeLessThan(210)
  })
})
