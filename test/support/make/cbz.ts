import { makePictures, type PictureFormat } from './pictures'
import { makeZip, type ZipPart } from './zip'

export interface CbzOptions {
  /** The number of pages, or the pages themselves. */
  pages?: number | { name: string; data: Uint8Array }[]
  format?: PictureFormat
  width?: number
  height?: number
  /** Elements of ComicInfo.xml, or the whole file as text. */
  comicInfo?: Record<string, string | number> | string
  /** Stores the files uncompressed (default) instead of deflating them. */
  stored?: boolean
}

/** Creates a comic whose pages are `001.jpg`, `002.jpg` and so on. */
export async function makeCbz(options: CbzOptions = {}): Promise<Buffer<ArrayBuffer>> {
  const { pages = 3, comicInfo, stored = true } = options
  const method = stored ? 0 : 8
  const pictures = typeof pages === 'number' ? await makeNumberedPages(pages, options) : pages
  const parts: ZipPart[] = pictures.map((page) => ({ ...page, method }))
  if (comicInfo !== undefined) {
    const data = typeof comicInfo === 'string' ? comicInfo : makeComicInfo(comicInfo)
    parts.push({ name: 'ComicInfo.xml', data, method: 8 })
  }
  return makeZip(parts)
}

export function makeComicInfo(elements: Record<string, string | number>, inner = ''): string {
  const lines = Object.entries(elements).map(
    ([name, value]) => `  <${name}>${escapeXml(value)}</${name}>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>\n${lines.join('\n')}\n${inner}</ComicInfo>\n`
}

export function escapeXml(value: string | number): string {
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

async function makeNumberedPages(count: number, options: CbzOptions) {
  const { format = 'jpeg', width = 60, height = 90 } = options
  const extension = format === 'jpeg' ? 'jpg' : format
  const pictures = await makePictures(count, { format, width, height })
  return pictures.map((data, i) => ({
    name: `${String(i + 1).padStart(3, '0')}.${extension}`,
    data,
  }))
}
