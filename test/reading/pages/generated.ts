/**
 * The generator of libraries that stands beside this repository, where it does: `QUIRE_GEN` names its
 * folder. The same arguments make the same pictures in every format, so a library of loose pictures tells
 * what the pages of all others have to be.
 */
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../support/make/tree'

const root = resolve(import.meta.dir, '../../..')
const source = process.env['QUIRE_GEN'] ?? resolve(root, '../shared/gen')
export const hasGenerator = existsSync(join(source, 'library.ts'))

interface GeneratedBook {
  /** Below the library. */
  path: string
  format: string
  /** Of a comic: its pages as they were drawn. */
  pages: Buffer[]
}

export interface Generated {
  folder: string
  books: GeneratedBook[]
}

const formats = 'cbz:2,epub:1,epubfx:1,pdf:1,pdftext:1,cbt:1,cbr4:1,cbr5:1,dir:1'
const size = '--series 12 --books 3 --pages 4 --width 160 --height 240 --pool 6'

export async function generateLibrary(): Promise<Generated> {
  const generator = prepareGenerator()
  const [folder, loose] = [join(makeFolder(), 'library'), join(makeFolder(), 'loose')]
  await run(generator, 'library.ts', `--out ${folder} ${size} --formats ${formats}`)
  await run(generator, 'library.ts', `--out ${loose} ${size} --formats dir:1`)
  const books = booksIn(folder).map(({ path, format }, i) => ({
    path,
    format,
    pages: picturesBelow(join(loose, booksIn(loose)[i]!.path)),
  }))
  return { folder, books }
}

/** What a good reader makes of an awkward archive. */
interface Verdict {
  verdict: 'ok' | 'partial' | 'reject' | 'limit'
  entries?: number
}

export async function generateTorture() {
  const folder = join(makeFolder(), 'torture')
  await run(prepareGenerator(), 'torture.ts', `--out ${folder}`)
  const expected = JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8'))
  return { folder, expected: expected as Record<string, Verdict> }
}

/** A copy, because it looks for its libraries beside itself. */
function prepareGenerator(): string {
  const folder = join(makeFolder(), 'gen')
  for (const name of ['library.ts', 'torture.ts', 'lib', 'package.json']) {
    cpSync(join(source, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function run(generator: string, script: string, flags: string) {
  const child = Bun.spawn([process.execPath, script, ...flags.split(' ')], {
    cwd: generator,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const words = await child.stderr.text()
  if ((await child.exited) !== 0) throw new Error(`${script} failed: ${words}`)
}

interface Manifest {
  books: { path: string; format: string }[]
}

const booksIn = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest).books

/** In the order of the last number in their names; some books keep theirs one folder deeper. */
function picturesBelow(folder: string): Buffer[] {
  const names = readdirSync(folder, { recursive: true }).map(String)
  const pictures = names.filter((name) => /\.jpg$/i.test(name))
  const numberOf = (name: string) => Number(/(\d+)\.jpg$/i.exec(name)![1])
  const sorted = pictures.toSorted((a, b) => numberOf(a) - numberOf(b))
  return sorted.map((name) => readFileSync(join(folder, name)))
}
