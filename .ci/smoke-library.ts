/** A small library: one CBZ per image format, with that format as its first page. */
import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { tinyZip } from './tiny-zip'

export const imageFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const

export async function writeLibrary(folder: string): Promise<void> {
  const pages = await Promise.all(imageFormats.map(drawPage))
  const series = join(folder, 'Smoke Signals')
  await mkdir(series, { recursive: true })
  for (const [shift, format] of imageFormats.entries()) {
    const turned = [...pages.slice(shift), ...pages.slice(0, shift)]
    const files = turned.map(({ extension, bytes }, n) => [`page-${n + 1}.${extension}`, bytes])
    const book = tinyZip(Object.fromEntries(files) as Record<string, Uint8Array>)
    writeFileSync(join(series, `Smoke Signals v0${shift + 1} (${format}).cbz`), book)
  }
}

async function drawPage(format: (typeof imageFormats)[number], position: number) {
  const background = { r: 40 * position, g: 120, b: 200 - 30 * position }
  const page = sharp({ create: { width: 800, height: 1200, channels: 3, background } })
  return { extension: format, bytes: await page.toFormat(format, { effort: 1 }).toBuffer() }
}
