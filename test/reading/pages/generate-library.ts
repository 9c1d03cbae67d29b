/**
 * Runs the library generator in the folder QUIRE_GEN, if there is one. The same arguments create
 * the same images in every format, so a library of loose images provides the expected pages of all
 * others.
 */
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../support/make/tree'

const root = resolve(import.meta.dir, '../../..')
const source = process.env['QUIRE_GEN'] ?? resolve(root, '../shared/gen')
export const hasGenerator = existsSync(join(source, 'library.ts'))

interface GeneratedBook {
  /** Path below the library. */
  path: string
  format: string
  /** The generated pages of a comic. */
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
  await runScript(generator, 'library.ts', `--out ${folder} ${size} --formats ${formats}`)
  await runScript(generator, 'library.ts', `--out ${loose} ${size} --formats dir:1`)
  const books = listBooks(folder).map(({ path, format }, i) => ({
    path,
    format,
    pages: listImages(join(loose, listBooks(loose)[i]!.path)),
  }))
  return { folder, books }
}

/** The expected result of reading a broken archive. */
interface Verdict {
  verdict: 'ok' | 'partial' | 'reject' | 'limit'
  entries?: number
}

export async function generateTorture() {
  const folder = join(makeFolder(), 'torture')
  await runScript(prepareGenerator(), 'torture.ts', `--out ${folder}`)
  const expected = JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8'))
  return { folder, expected: expected as Record<string, Verdict> }
}

/** Copies the generator, because it writes its libraries next to itself. */
function prepareGenerator(): string {
  const folder = join(makeFolder(), 'gen')
  for (const name of ['library.ts', 'torture.ts', 'lib', 'package.json']) {
    cpSync(join(source, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function runScript(generator: string, script: string, flags: string) {
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

const listBooks = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest).books

/** Reads images, sorted by the last number in the name. Some books store them one folder deeper. */
function listImages(folder: string): Buffer[] {
  const names = readdirSync(folder, { recursive: true }).map(String)
  const pictures = names.filter((name) => /\.jpg$/i.test(name))
  const parseNumber = (name: string) => Number(/(\d+)\.jpg$/i.exec(name)![1])
  const sorted = pictures.toSorted((a, b) => parseNumber(a) - parseNumber(b))
  return sorted.map((name) => readFileSync(join(folder, name)))
}
