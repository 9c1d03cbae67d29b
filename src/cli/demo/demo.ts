/** `--demo`: a small generated library of fictional books. */
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAbsent } from '../../platform/lib/optional-files'
import { makeCbz, buildComicFileName } from './comic'
import { makeEpub } from './epub'
import { novelist, novels, novelSeries, type Novel } from './novels'
import { comicPage, cover, type Picture, plate, strip } from './pages'
import { pdf } from './pdf'
import { type ComicSeries, comics, guide } from './shelf'

const pagesOfComic = 5
const partsOfStrip = 3
/** Number of books created at the same time. Kept low, so that the server stays responsive. */
const atOnce = 2

interface Book {
  /** Relative to the library folder. */
  path: string
  make(): Promise<Uint8Array>
}

/**
 * Creates missing books and keeps existing ones.
 *
 * @param folder created if it does not exist
 * @returns the library folder
 */
export async function makeDemo(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const waiting = [...comics.flatMap(listComicBooks), ...novels.map(buildNovel), buildGuide()]
  const runWorker = async () => {
    for (let book = waiting.shift(); book; book = waiting.shift()) await makeBook(folder, book)
  }
  await Promise.all(Array.from({ length: atOnce }, runWorker))
  return folder
}

async function makeBook(folder: string, { path, make }: Book) {
  const file = join(folder, path)
  if (await exists(file)) return
  await mkdir(dirname(file), { recursive: true })
  // Scans ignore `.part` files, so they never see incomplete books.
  const unfinished = `${file}.part`
  await writeFile(unfinished, await make())
  await rename(unfinished, file)
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    (error: unknown) => {
      if (isAbsent(error)) return false
      throw error
    },
  )

function listComicBooks(series: ComicSeries): Book[] {
  return series.books.map((_, i) => ({
    path: join(series.title, buildComicFileName(series, i + 1)),
    make: async () =>
      makeCbz(series, i + 1, await Promise.all(drawPages(series, i + 1).map(renderJpeg))),
  }))
}

function drawPages(series: ComicSeries, number: number): Picture[] {
  const { look, title, writer } = series
  const first = cover(look, { title: `${title} ${number}`, line: writer, number })
  const isStrip = series.kind === 'webtoon'
  const rest = Array.from({ length: isStrip ? partsOfStrip : pagesOfComic }, (_, i) =>
    isStrip ? strip(look, number, i + 1) : comicPage(look, number, i + 1),
  )
  return [first, ...rest]
}

const buildNovel = (novel: Novel): Book => ({
  path: join(novelSeries, `${novelSeries} ${novel.number} - ${novel.title}.epub`),
  make: async () => {
    const { look, title, number } = novel
    return makeEpub(novel, await renderJpeg(cover(look, { title, line: novelist.name, number })))
  },
})

const buildGuide = (): Book => ({
  path: join(guide.title, `${guide.title}.pdf`),
  make: async () => {
    const { look, title, author: line } = guide
    const drawn = [
      cover(look, { title, line, number: 0 }),
      ...guide.plates.map((caption, i) => plate(look, i + 1, caption)),
    ]
    const pages = drawn.map(async (picture) => ({ ...picture, data: await renderJpeg(picture) }))
    return pdf(await Promise.all(pages), {
      Title: title,
      Author: guide.author,
      Subject: guide.summary,
      Keywords: guide.keywords,
    })
  },
})

/** Loads sharp here, so that a server without `--demo` never loads it in this process. */
async function renderJpeg({ svg }: Picture): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer()
}
