/**
 * Reads the text of a book's pages from a `.mokuro` file. Use this only in child processes, because
 * a large file takes seconds.
 */
import { BookFile } from '../contents/book-file'
import { BadFile, maxPages } from '../contents/contents'
import { matchPages } from './match-pages'
import { pageTextMessages } from './messages'
import { maxMokuroBytes, parseMokuro, readMokuroPage, readMokuroPageText } from './parse-mokuro'
import type { BookText, PageRange, PageText } from './placed-text'

/** A file, and the names of the book's pages. */
interface MokuroFile {
  path: string
  pages: readonly string[]
}

/** Throws `BadFile` if the file cannot be used. */
export function readMokuroPages(path: string) {
  using file = new BookFile(path)
  if (file.size > maxMokuroBytes) throw new BadFile('too_large', pageTextMessages.too_large())
  return parseMokuro(file.read(0, file.size)).slice(0, maxPages)
}

const withoutText: PageText = { lines: [], links: [] }

export function readMokuroTexts(file: MokuroFile, { first, count }: PageRange): PageText[] {
  return listTexts(file)
    .slice(first, first + count)
    .map((page) => (page ? readMokuroPage(page) : withoutText))
}

/** Maximum number of characters, about 500 volumes. Pages after that are omitted. */
const maxBookLength = 10 << 20

export function readMokuroBookText(file: MokuroFile): BookText {
  const pages: string[] = []
  let length = 0
  for (const page of listTexts(file)) {
    if (length > maxBookLength) return { pages, isWhole: false }
    const text = page ? readMokuroPageText(page) : ''
    pages.push(text)
    length += text.length
  }
  return { pages, isWhole: true }
}

function listTexts({ path, pages }: MokuroFile) {
  const texts = readMokuroPages(path)
  const places = matchPages(
    pages,
    texts.map(({ imagePath }) => imagePath),
  )
  return places.map((place) => (place === undefined ? undefined : texts[place]))
}
