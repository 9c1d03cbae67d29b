/** Generates libraries for tests, such as one of many small comics. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { buildTinyZip } from '../../.ci/tiny-zip'

const covers = 24

/** Long names and other scripts, which may break layouts. */
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
      // A unique note, because the books would otherwise be copies of each other.
      const note = new TextEncoder().encode(`${name} ${volume}`)
      const book = buildTinyZip({ 'page-1.jpg': first, 'page-2.jpg': first, 'note.txt': note })
      writeFileSync(join(folder, name, `${name.slice(0, 60)} v${volume}.cbz`), book)
    }
  }
}

/** Generates one series with many books. */
export async function writeLongSeries(folder: string, name: string, books: number): Promise<void> {
  const page = await drawPage(1)
  mkdirSync(join(folder, name), { recursive: true })
  for (let volume = 1; volume <= books; volume++) {
    const note = new TextEncoder().encode(`${name} ${volume}`)
    const book = buildTinyZip({ 'page-1.jpg': page, 'note.txt': note })
    writeFileSync(join(folder, name, `${name} v${String(volume).padStart(3, '0')}.cbz`), book)
  }
}

async function drawPage(position: number): Promise<Uint8Array> {
  const getShade = (turn: number) => 90 + ((position * turn) % 120)
  const background = { r: getShade(37), g: getShade(53), b: getShade(71) }
  const page = sharp({ create: { width: 240, height: 360, channels: 3, background } })
  return page.jpeg({ quality: 60 }).toBuffer()
}

/** Generates two volumes with numbered pages; the sixth is a double page. */
export async function writeVolumes(folder: string, name: string, pages: number): Promise<void> {
  mkdirSync(join(folder, name), { recursive: true })
  for (const volume of [1, 2]) {
    const files: Record<string, Uint8Array> = {}
    for (let number = 1; number <= pages; number++) {
      const page = await drawNumber(number, { width: number === 6 ? 800 : 400, volume })
      files[`page-${String(number).padStart(3, '0')}.jpg`] = page
    }
    writeFileSync(join(folder, name, `${name} v${volume}.cbz`), buildTinyZip(files))
  }
}

interface NumberedPage {
  width: number
  volume: number
}

/** Drawn pages by number, width and volume. All series share them. */
const drawn = new Map<string, Promise<Uint8Array>>()

function drawNumber(number: number, page: NumberedPage): Promise<Uint8Array> {
  const key = `${number} ${page.width} ${page.volume}`
  const known = drawn.get(key) ?? drawNewNumber(number, page)
  drawn.set(key, known)
  return known
}

async function drawNewNumber(number: number, { width, volume }: NumberedPage) {
  const words = `<text x="50%" y="50%" font-size="120" text-anchor="middle">${volume}/${number}</text>`
  const field = `<rect width="100%" height="100%" fill="hsl(${number * 30} 40% 80%)"/>`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="600">${field}${words}</svg>`
  return sharp(Buffer.from(picture)).jpeg().toBuffer()
}

/** Generates comics with covers of realistic size. */
export async function writePictures(folder: string, series: number): Promise<void> {
  for (let n = 0; n < series; n++) {
    const name = `Picture ${String(n).padStart(3, '0')}`
    mkdirSync(join(folder, name), { recursive: true })
    const cover = await drawCover(n)
    writeFileSync(join(folder, name, `${name} v1.cbz`), buildTinyZip({ 'page-1.jpg': cover }))
  }
}

async function drawCover(number: number): Promise<Uint8Array> {
  const shapes = Array.from({ length: 220 }, (_, k) => {
    const getPlace = (factor: number, size: number) => ((number * 31 + k * factor) * 7919) % size
    const hue = getPlace(13, 360)
    return `<ellipse cx="${getPlace(17, 800)}" cy="${getPlace(29, 1200)}" rx="${9 + getPlace(5, 70)}" ry="${6 + getPlace(11, 50)}" fill="hsl(${hue} 60% ${25 + (k % 50)}%)" transform="rotate(${getPlace(3, 90)})"/>`
  })
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1200"><rect width="800" height="1200" fill="hsl(${number * 47} 40% 50%)"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(picture)).jpeg({ quality: 85 }).toBuffer()
}

/** Generates a webtoon of three tall pages. */
export async function writeWebtoon(folder: string, name: string): Promise<void> {
  const files: Record<string, Uint8Array> = {}
  for (const number of [1, 2, 3]) {
    // The color depends on the name, because the books would otherwise be copies.
    const background = { r: 40 * number, g: 90, b: 40 * name.length }
    const page = sharp({ create: { width: 300, height: 3_000, channels: 3, background } })
    files[`page-${number}.jpg`] = await page.jpeg().toBuffer()
  }
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, `${name} v1.cbz`), buildTinyZip(files))
}

/** Generates a comic with noisy pages of 13.5 million pixels, like scans. */
export async function writeScans(folder: string, name: string, pages: number): Promise<void> {
  const files: Record<string, Uint8Array> = {}
  for (let number = 1; number <= pages; number++) {
    const noise = { type: 'gaussian' as const, mean: 90 + number * 8, sigma: 40 }
    const create = { width: 300, height: 450, channels: 3 as const, background: '#000', noise }
    const page = sharp({ create }).resize(3_000, 4_500, { kernel: 'linear' })
    files[`page-${String(number).padStart(3, '0')}.jpg`] = await page.jpeg().toBuffer()
  }
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, `${name} v1.cbz`), buildTinyZip(files))
}
