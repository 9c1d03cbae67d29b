/** Creates folders of comics and of empty files. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCbz } from '../../support/make/cbz'
import { makePictures } from '../../support/make/pictures'

export interface Comics {
  books: number
  pages: number
  width: number
  height: number
}

/** Creates ten books per series. Books share pages, but no two are identical. */
export async function makeComics(folder: string, { books, pages, width, height }: Comics) {
  const pictures = await makePictures(pages + 16, { width, height })
  for (let book = 0; book < books; book++) {
    const series = `Series ${String(Math.floor(book / 10) + 1).padStart(5, '0')}`
    const number = (book % 10) + 1
    const chosen = Array.from({ length: pages }, (_, i) => ({
      name: `${String(i + 1).padStart(3, '0')}.jpg`,
      data: pictures[(i + book) % pictures.length]!,
    }))
    const data = await makeCbz({
      pages: chosen,
      comicInfo: { Series: series, Number: number, Title: `Book ${book}`, Genre: 'Drama, Comedy' },
    })
    mkdirSync(join(folder, series), { recursive: true })
    writeFileSync(join(folder, series, `${series} v${String(number).padStart(2, '0')}.cbz`), data)
  }
}

/** Creates empty files in many folders, two levels deep, like a large collection. */
export function makeEmptyTree(folder: string, files: number, perFolder = 10) {
  const folders = Math.ceil(files / perFolder)
  const above = Math.ceil(Math.sqrt(folders))
  for (let i = 0; i < folders; i++) {
    const name = `Series ${String(i).padStart(6, '0')}`
    const path = join(folder, `Publisher ${String(i % above).padStart(4, '0')}`, name)
    mkdirSync(path, { recursive: true })
    for (let k = 0; k < perFolder && i * perFolder + k < files; k++) {
      const file = join(path, `${name} v${String(k + 1).padStart(2, '0')}.cbz`)
      writeFileSync(file, '')
      const seconds = 1_600_000_000 + ((i * perFolder + k) % 10_000_000)
      utimesSync(file, seconds, seconds)
    }
  }
}
