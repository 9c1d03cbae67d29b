/** Creates many small comics with different pages, and reorganizes their folders as users do. */
import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeCbz } from './cbz'
import { makePictures } from './pictures'

export interface Shelf {
  folders: number
  /** Number of books in each folder. */
  books: number
  /** Number of pages in each book, at least two. */
  pages?: number
  /** Makes these comics differ from those of another shelf. */
  seed?: number | string
}

const baseSeconds = 1_700_000_000

/** Creates `Series 0001/Series 0001 v01.cbz` and so on. Returns the paths below the folder. */
export async function makeShelf(folder: string, { folders, books, pages = 2, seed = 0 }: Shelf) {
  const [picture] = await makePictures(1, { width: 12, height: 18 })
  const samePages = Array.from({ length: pages - 1 }, (_, i) => ({
    name: `${String(i + 1).padStart(3, '0')}.jpg`,
    data: picture!,
  }))
  const paths: string[] = []
  for (let f = 1; f <= folders; f++) {
    const series = `Series ${String(f).padStart(4, '0')}`
    mkdirSync(join(folder, series), { recursive: true })
    for (let b = 1; b <= books; b++) {
      const path = `${series}/${series} v${String(b).padStart(2, '0')}.cbz`
      const last = { name: 'last.jpg', data: Buffer.from(`${seed} ${path}`) }
      const data = await makeCbz({ pages: [...samePages, last] })
      writeFileSync(join(folder, path), data)
      // Each file has its own time, because scans cannot distinguish files of equal size and time.
      const seconds = baseSeconds + paths.push(path)
      utimesSync(join(folder, path), seconds, seconds)
    }
  }
  return paths
}

/** Permutes the files. The file at `paths[i]` moves to `to[i]`. */
export function shuffleFiles(
  folder: string,
  paths: readonly string[],
  random: (sides: number) => number,
) {
  const to = [...paths]
  for (let i = to.length - 1; i > 0; i--) {
    const k = random(i + 1)
    const [a, b] = [to[i]!, to[k]!]
    to[i] = b
    to[k] = a
  }
  const temporary = join(folder, '.aside')
  mkdirSync(temporary)
  for (const [i, path] of paths.entries())
    renameSync(join(folder, path), join(temporary, String(i)))
  for (const [i, path] of to.entries()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    renameSync(join(temporary, String(i)), join(folder, path))
  }
  return to
}

export function renameChildren(folder: string, rename: (name: string) => string) {
  for (const name of readdirSync(folder)) renameSync(join(folder, name), join(folder, rename(name)))
}
