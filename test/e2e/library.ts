/** A library of many small comics, the same each time. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { tinyZip } from '../../.ci/tiny-zip'

const covers = 24

/** Some names are long, some in other scripts: what breaks layouts. */
const oddNames = [
  'A Series Whose Name Goes On and On Until No Card Could Ever Show All of It at Once',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
  '潮の刻 第二部',
  'سلسلة من الحكايات',
]

export async function writeLibrary(folder: string, series: number): Promise<void> {
  const pages = await Promise.all(Array.from({ length: covers }, (_, hue) => drawPage(hue)))
  for (let n = 0; n < series; n++) {
    const name = oddNames[n] ?? `Series ${String(n).padStart(5, '0')}`
    const books = n < 6 ? 3 : 1
    mkdirSync(join(folder, name), { recursive: true })
    for (let volume = 1; volume <= books; volume++) {
      const first = pages[(n + volume) % covers]!
      // A page of its own for each: else they would be copies of one book.
      const note = new TextEncoder().encode(`${name} ${volume}`)
      const book = tinyZip({ 'page-1.jpg': first, 'page-2.jpg': first, 'note.txt': note })
      writeFileSync(join(folder, name, `${name.slice(0, 60)} v${volume}.cbz`), book)
    }
  }
}

async function drawPage(position: number): Promise<Uint8Array> {
  const shade = (turn: number) => 90 + ((position * turn) % 120)
  const background = { r: shade(37), g: shade(53), b: shade(71) }
  const page = sharp({ create: { width: 240, height: 360, channels: 3, background } })
  return page.jpeg({ quality: 60 }).toBuffer()
}
