/**
 * Creates a small library: one CBZ per image format whose first page has that format, and one book
 * per container format.
 */
import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeEpub } from '../test/support/make/epub'
import { makePdf } from '../test/support/make/pdf'
import { makeRar4, makeRar5 } from '../test/support/make/rar'
import { makeSevenZip } from '../test/support/make/seven-zip'
import { makeGzipTar, makeTar } from '../test/support/make/tar'
import { writeTree } from '../test/support/make/tree'
import { makeZip } from '../test/support/make/zip'
import { buildTinyZip } from './tiny-zip'

export const imageFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const

export async function writeLibrary(folder: string): Promise<void> {
  const pages = await Promise.all(imageFormats.map(drawPage))
  const series = join(folder, 'Smoke Signals')
  await mkdir(series, { recursive: true })
  for (const [shift, format] of imageFormats.entries()) {
    const turned = [...pages.slice(shift), ...pages.slice(0, shift)]
    const files = turned.map(({ extension, bytes }, n) => [`page-${n + 1}.${extension}`, bytes])
    const book = buildTinyZip(Object.fromEntries(files) as Record<string, Uint8Array>)
    writeFileSync(join(series, `Smoke Signals v0${shift + 1} (${format}).cbz`), book)
  }
}

async function drawPage(format: (typeof imageFormats)[number], position: number) {
  const background = { r: 40 * position, g: 120, b: 200 - 30 * position }
  const page = sharp({ create: { width: 800, height: 1200, channels: 3, background } })
  return { extension: format, bytes: await page.toFormat(format, { effort: 1 }).toBuffer() }
}

/** Writes the same pages in every container format. */
export async function writeContainers(folder: string): Promise<{ pages: Buffer[]; count: number }> {
  const drawn = await Promise.all([0, 1, 2].map((n) => drawPage('jpeg', n)))
  const pages = drawn.map(({ bytes }) => bytes)
  const parts = pages.map((data, n) => ({ name: `${n + 1}.jpg`, data }))
  const images = pages.map((data) => ({ data, width: 800, height: 1200 }))
  const loose = parts.map(({ name, data }) => [`Folder/${name}`, data] as const)
  const books = {
    'Stored.cbz': makeZip(parts.map((part) => ({ ...part, method: 0 }))),
    'Deflated.cbz': makeZip(parts.map((part) => ({ ...part, method: 8 }))),
    'Rar 4.cbr': makeRar4(parts),
    'Rar 5.cbr': makeRar5(parts),
    'Seven.cb7': await makeSevenZip(parts),
    'Solid.cb7': await makeSevenZip(parts, { solid: true }),
    'Tar.cbt': makeTar(parts),
    'Packed.cbt': makeGzipTar(parts),
    'Laid out.epub': await makeEpub({ fixedPages: pages, cover: false }),
    'Pictures.pdf': makePdf({ images }),
  }
  writeTree(join(folder, 'Containers'), { ...books, ...Object.fromEntries(loose) })
  return { pages, count: Object.keys(books).length + 1 }
}
