/** File changes by users while the server is down. */
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

type Random = () => number

/** Renames and swaps some files and returns the number of moved files. */
export function moveSome(folder: string, random: Random): number {
  const acts = 1 + Math.floor(random() * 4)
  let moved = 0
  for (let i = 0; i < acts; i++)
    moved += one([renameBatch, renameSeries, renameBook, swap], random)(folder, random)
  return moved
}

const one = <Item>(items: readonly Item[], random: Random): Item =>
  items[Math.floor(random() * items.length)]!

/** Lists the paths of the subfolders. */
const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name))

const word = (random: Random) => `moved ${Math.floor(random() * 1e9)}`

function renameBatch(folder: string, random: Random) {
  const batch = one(foldersIn(folder), random)
  const count = foldersIn(batch).flatMap(filesIn).length
  renameSync(batch, join(folder, `Batch ${word(random)}`))
  return count
}

function renameSeries(folder: string, random: Random) {
  const batch = one(foldersIn(folder), random)
  const series = one(foldersIn(batch), random)
  const count = filesIn(series).length
  renameSync(series, join(batch, `Series ${word(random)}`))
  return count
}

function renameBook(folder: string, random: Random) {
  const series = one(foldersIn(one(foldersIn(folder), random)), random)
  renameSync(one(filesIn(series), random), join(series, `Book ${word(random)}.cbz`))
  return 1
}

/** Swaps two files of one batch, in one or two series. */
function swap(folder: string, random: Random) {
  const batch = one(foldersIn(folder), random)
  const [a, b] = [0, 0].map(() => one(filesIn(one(foldersIn(batch), random)), random)) as [
    string,
    string,
  ]
  if (a === b) return 0
  const aside = join(batch, 'aside.cbz')
  renameSync(a, aside)
  renameSync(b, a)
  renameSync(aside, b)
  return 2
}
