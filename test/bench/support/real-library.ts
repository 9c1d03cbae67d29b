/** A library of scanned books with large pages: mostly CBZ, some EPUB and PDF. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCbz } from '../../support/make/cbz'
import { makeEpub } from '../../support/make/epub'
import { makePdf } from '../../support/make/pdf'
import { makePictures } from '../../support/make/pictures'

const size = { width: 1400, height: 2000 }
/** With this noise, a page is 1.5 MB large. */
const noise = 40
const pagesOfBook = 4
const booksOfSeries = 20

/** Of 100 books, 93 are CBZ, four EPUB and three PDF. Returns the folder. */
export async function makeRealLibrary(folder: string, books: number): Promise<string> {
  const pictures = await makePictures(16, { ...size, noise })
  for (let book = 0; book < books; book++) {
    const series = `Series ${String(Math.floor(book / booksOfSeries) + 1).padStart(3, '0')}`
    const number = String((book % booksOfSeries) + 1).padStart(2, '0')
    const pages = Array.from(
      { length: pagesOfBook },
      (_, i) => pictures[(book + i * 3) % pictures.length]!,
    )
    const { data, extension } = await makeBook(book, series, pages)
    mkdirSync(join(folder, series), { recursive: true })
    writeFileSync(join(folder, series, `${series} v${number}.${extension}`), data)
  }
  return folder
}

/** Each book has its own title, so no two files are the same. */
async function makeBook(book: number, series: string, pages: Buffer<ArrayBuffer>[]) {
  const title = `Book ${book}`
  // Spreads the rare formats over the library.
  const place = (book * 37) % 100
  if (place < 3) {
    const images = pages.map((data) => ({ data, ...size }))
    return { extension: 'pdf', data: makePdf({ images, info: { Title: title } }) }
  }
  if (place < 7) {
    return {
      extension: 'epub',
      data: await makeEpub({ title, fixedPages: pages, cover: pages[0]! }),
    }
  }
  const named = pages.map((data, i) => ({ name: `${i + 1}.jpg`, data }))
  const comicInfo = { Series: series, Title: title }
  return { extension: 'cbz', data: await makeCbz({ pages: named, comicInfo }) }
}
