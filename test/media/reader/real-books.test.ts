import { Glob } from 'bun'
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readBook, readEntry, readPage } from '../../../src/media/reader/reader'

const fixtures =
  process.env['QUIRE_FIXTURES'] ?? resolve(import.meta.dir, '../../../../shared/fixtures')
const real = join(fixtures, 'real')
const findBooks = (pattern: string) =>
  existsSync(real) ? [...new Glob(pattern).scanSync(real)].toSorted() : []

describe.skipIf(!existsSync(real))('real books (skipped without QUIRE_FIXTURES)', () => {
  test('exist', () => {
    expect(findBooks('**/*.{epub,cbz,pdf}').length).toBeGreaterThan(0)
  })

  test.each(findBooks('**/*.epub'))(
    '%s has a title, a cover, contents and positions',
    async (name) => {
      const path = join(real, name)
      const book = await readBook(path)
      expect(book).toMatchObject({ format: 'epub', findings: [] })
      expect(book.metadata?.title).toBeTruthy()
      expect(book.pageCount).toBeGreaterThan(10)
      expect(book.toc.length).toBeGreaterThan(0)
      expect(readEntry(path, String(book.cover))?.length).toBeGreaterThan(1000)
    },
  )

  test.each(findBooks('**/*.cbz'))('%s has pages with a size', async (name) => {
    const path = join(real, name)
    const book = await readBook(path)
    expect(book).toMatchObject({ format: 'cbz', findings: [] })
    for (const page of book.pages) {
      expect(page.width).toBeGreaterThan(100)
      expect(readPage(path, page).length).toBe(page.size)
    }
  })

  test.each(findBooks('**/*.pdf'))('%s has pages', async (name) => {
    const book = await readBook(join(real, name))
    expect(book).toMatchObject({ format: 'pdf', findings: [] })
    expect(book.pageCount).toBe(book.pages.length)
    expect(book.pageCount).toBeGreaterThan(0)
  })
})
