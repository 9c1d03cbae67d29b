/** Many small comics of which no two have the same pages, and what people do to their folders. */
import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeCbz } from './cbz'
import { makePictures } from './pictures'

export interface Shelf {
  folders: number
  /** In each folder. */
  books: number
  /** Of each book: two, or more. */
  pages?: number
  /** Tells these comics from those of another shelf. */
  seed?: number | string
}

const longAgo = 1_700_000_000

/** `Series 0001/Series 0001 v01.cbz` and so on; the paths below the folder. */
export async function makeShelf(folder: string, { folders, books, pages = 2, seed = 0 }: Shelf) {
  const [picture] = await makePictures(1, { width: 12, height: 18 })
  const alike = Array.from({ length: pages - 1 }, (_, i) => ({
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
      const data = await makeCbz({ pages: [...alike, last] })
      writeFileSync(join(folder, path), data)
      // Two files of the same size and time would be the same to any scan.
      const seconds = longAgo + paths.push(path)
      utimesSync(join(folder, path), seconds, seconds)
    }
  }
  return paths
}

/** Each file goes to the place where another one was: `to[i]` is where the file of `paths[i]` lies then. */
export function shuffle(folder: string, paths: readonly string[], roll: (sides: number) => number) {
  const to = [...paths]
  for (let i = to.length - 1; i > 0; i--) {
    const k = roll(i + 1)
    const [a, b] = [to[i]!, to[k]!]
    to[i] = b
    to[k] = a
  }
  const aside = join(folder, '.aside')
  mkdirSync(aside)
  for (const [i, path] of paths.entries()) renameSync(join(folder, path), join(aside, String(i)))
  for (const [i, path] of to.entries()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    renameSync(join(aside, String(i)), join(folder, path))
  }
  return to
}

export function renameAll(folder: string, nameOf: (name: string) => string) {
  for (const name of readdirSync(folder)) renameSync(join(folder, name), join(folder, nameOf(name)))
}
