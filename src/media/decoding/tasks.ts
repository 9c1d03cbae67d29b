/**
 * Tasks of decoder child processes, which include everything that passes untrusted bytes to native
 * code.
 */
import { statSync } from 'node:fs'
import {
  BadFile,
  type BookContents,
  type BookFormat,
  type Finding,
  type Page,
} from '../contents/contents'
import type { ArchiveDirectory } from '../archives/directory'
import type { DecodedArchive, PackedIdentity } from '../reader/decoder-archives'
import type { TextPlace, WantedTextPlace } from '../epub/places/find-text-places'
import type { Publication } from '../epub/publication'
import { readFolderPage } from '../comic/folder'
import { readEntry, readPage } from '../reader/reader'
import type { MosaicForm } from '../image/mosaic'
import type { PageForm, PictureFacts } from '../image/resize-image'
import type { BookText, PageRange } from '../page-text/placed-text'
import type { TextMatches } from '../page-text/search-text'
import type { RawPixels } from '../image/raw-pixels'
import { type UnpackTask, type UnpackedPage, unpackPages } from './unpack-pages'
import { writeFully } from './write-file'

/** The source of an image: a page, an entry of an archive, a page of a PDF, or a file. */
export type PictureSource =
  | { from: 'page'; path: string; page: Page }
  | { from: 'entry'; path: string; name: string }
  | { from: 'pdf'; path: string; index: number }
  | { from: 'file'; path: string }

/** The source of a book's page text. */
export type TextSource =
  | { from: 'pdf'; path: string }
  /** `pages` are the names of the book's pages. */
  | { from: 'mokuro'; path: string; pages: readonly string[] }

interface ThumbnailTask {
  source: PictureSource
  /** Maximum width in pixels. */
  width: number
  /** WebP quality from 1 to 100. */
  quality: number
  /** Target path of the WebP file, which is written atomically. */
  target: string
}

interface MadeThumbnail {
  width: number
  height: number
  bytes: number
  /** Hash of the image bytes. */
  hash: string
  /** In the form `#rrggbb`. */
  color: string
}

interface PageTask {
  source: PictureSource
  form: PageForm
  target: string
}

interface MosaicTask {
  paths: string[]
  form: MosaicForm
  target: string
}

interface Written {
  bytes: number
}

export interface Tasks {
  thumbnail: { ask: ThumbnailTask; answer: MadeThumbnail }
  readPdf: { ask: { path: string }; answer: BookContents }
  /** Reads compressed RAR, 7z, packed TAR, and ZIP with rare methods. */
  readCompressed: {
    ask: { path: string; archive: ArchiveDirectory | null }
    answer: DecodedArchive
  }
  /** Reads the fingerprint of an archive whose checksums can be read only by unpacking. */
  identifyPacked: { ask: { path: string }; answer: PackedIdentity }
  extractPage: { ask: { path: string; page: Page }; answer: Uint8Array }
  examine: { ask: { path: string }; answer: PictureFacts }
  /** Converts a page to another size or format, and writes it to `target`. */
  page: { ask: PageTask; answer: Written }
  /** Writes a grid of four images to `target`. */
  mosaic: { ask: MosaicTask; answer: Written }
  /**
   * Writes a PDF page to `target` as JPEG: either the embedded JPEG of a scanned page, or a
   * rendering that is `width` pixels wide.
   */
  pdfPage: {
    ask: { path: string; index: number; width: number; target: string }
    answer: Written
  }
  /** Returns the problem of a `.mokuro` file, or null if its text can be read. */
  checkMokuro: { ask: { path: string }; answer: Finding | null }
  /** Writes the text and links of consecutive pages to `target` as JSON. */
  pageTexts: { ask: { source: TextSource; range: PageRange; target: string }; answer: Written }
  /** Writes the text of all pages to `target` as JSON. */
  bookText: { ask: { source: TextSource; target: string }; answer: Written }
  /** Writes the outline of a PDF to `target` as JSON. */
  pdfOutline: { ask: { path: string; target: string }; answer: Written }
  /** Searches a file that `bookText` has written. */
  searchBookText: { ask: { path: string; query: string }; answer: TextMatches }
  /** Unpacks pages from a packed archive to files and reports each one as it is written. */
  unpack: { ask: UnpackTask; answer: 'single' | 'many'; progress: UnpackedPage }
  /** Loads the decoder for a format before its first page is requested. */
  prepare: { ask: { format: BookFormat }; answer: null }
  /** Reads the reading order, table of contents and files of an EPUB. */
  readPublication: { ask: { path: string }; answer: Publication }
  /**
   * Finds the places in an EPUB to which the bookmarks and highlights of other programs point. A
   * place is null if its section is missing.
   */
  findTextPlaces: {
    ask: { path: string; wanted: readonly WantedTextPlace[] }
    answer: (TextPlace | null)[]
  }
}

export type TaskName = keyof Tasks
export type ProgressOf<Name extends TaskName> = Tasks[Name] extends { progress: infer P }
  ? P
  : never
type Handlers = {
  [Name in TaskName]: (
    ask: Tasks[Name]['ask'],
    report: (progress: ProgressOf<Name>) => void,
  ) => Promise<Tasks[Name]['answer']>
}

const maxFileBytes = 64 * 1024 * 1024

export const handlers: Handlers = {
  thumbnail: async ({ source, target, ...size }) => {
    const { makeThumbnail } = await import('../image/resize-image')
    const made = await makeThumbnail(await loadPicture(source, size.width * 2), size)
    writeFully(target, made.bytes)
    const hash = Bun.hash.xxHash3(made.bytes).toString(36)
    const { width, height, color } = made
    return { width, height, bytes: made.bytes.length, hash, color }
  },
  readPdf: async ({ path }) => {
    const { readPdf } = await import('../pdf/read-pdf')
    return readPdf(path)
  },
  readCompressed: async ({ path, archive }) => {
    const { readCompressed } = await import('../reader/decoder-archives')
    return readCompressed(path, archive)
  },
  identifyPacked: async ({ path }) => {
    const { identifyPacked } = await import('../reader/decoder-archives')
    return identifyPacked(path)
  },
  extractPage: async ({ path, page }) => readPageBytes(path, page),
  examine: async ({ path }) => {
    const { examinePicture } = await import('../image/resize-image')
    return examinePicture(await readSourceBytes(path))
  },
  page: async ({ source, form, target }) => {
    const { makePage } = await import('../image/resize-image')
    const picture = await loadPicture(source, form.width ?? drawnWidth)
    return writeFully(target, await makePage(picture, form))
  },
  mosaic: async ({ paths, form, target }) => {
    const { makeMosaic } = await import('../image/mosaic')
    return writeFully(target, await makeMosaic(await Promise.all(paths.map(readSourceBytes)), form))
  },
  pdfPage: async ({ path, index, width, target }) => {
    const picture = await loadPdfPicture(path, index, width)
    if (picture instanceof Uint8Array) return writeFully(target, picture)
    const { makePage } = await import('../image/resize-image')
    return writeFully(target, await makePage(picture, drawnForm))
  },
  checkMokuro: async ({ path }) => {
    const { readMokuroPages } = await import('../page-text/mokuro-text')
    try {
      readMokuroPages(path)
      return null
    } catch (error) {
      if (error instanceof BadFile) return error.finding
      throw error
    }
  },
  pageTexts: async ({ source, range, target }) => writeJson(target, await readTexts(source, range)),
  bookText: async ({ source, target }) => writeJson(target, await readWholeText(source)),
  pdfOutline: async ({ path, target }) => {
    const { readOutline } = await import('../pdf/text/outline')
    return writeJson(target, await readOutline(path))
  },
  searchBookText: async ({ path, query }) => {
    const { searchBookText } = await import('../page-text/search-text')
    return searchBookText((await Bun.file(path).json()) as BookText, query)
  },
  prepare: async ({ format }) => {
    if (format === 'pdf') await (await import('../pdf/pdfium')).startPdfium()
    else if (format === 'cb7' || format === 'cbz')
      await (await import('../archives/sevenzip/seven-zip-wasm')).startSevenZip()
    else if (format === 'cbr') await (await import('../archives/rar/unrar-wasm')).startUnrar()
    return null
  },
  unpack: unpackPages,
  readPublication: async ({ path }) => {
    const { readPublication } = await import('../reader/decoder-archives')
    return readPublication(path)
  },
  findTextPlaces: async ({ path, wanted }) => {
    const { findTextPlacesInFile } = await import('../reader/decoder-archives')
    return findTextPlacesInFile(path, wanted)
  },
}

async function readTexts(source: TextSource, range: PageRange) {
  if (source.from === 'pdf') {
    const { readPageTexts } = await import('../pdf/text/page-text')
    return readPageTexts(source.path, range)
  }
  const { readMokuroTexts } = await import('../page-text/mokuro-text')
  return readMokuroTexts(source, range)
}

async function readWholeText(source: TextSource): Promise<BookText> {
  if (source.from === 'pdf') {
    const { readBookText } = await import('../pdf/text/page-text')
    return readBookText(source.path)
  }
  const { readMokuroBookText } = await import('../page-text/mokuro-text')
  return readMokuroBookText(source)
}

const writeJson = (target: string, value: unknown) =>
  writeFully(target, Buffer.from(JSON.stringify(value)))

/** Width at which a PDF page is rendered if only its height is specified. */
const drawnWidth = 1600
const drawnForm = { fit: 'inside', format: 'jpeg', quality: 85 } as const

/** `width` is the width at which a PDF page is rendered. */
async function loadPicture(source: PictureSource, width: number): Promise<Uint8Array | RawPixels> {
  if (source.from === 'page') return readPageBytes(source.path, source.page)
  if (source.from === 'file') return readSourceBytes(source.path)
  if (source.from === 'pdf') return loadPdfPicture(source.path, source.index, width)
  const { unpackRareEntry } = await import('../reader/decoder-archives')
  const { path, name } = source
  const bytes = (await unpackRareEntry(path, name)) ?? readEntry(path, name)
  if (!bytes) throw new Error('cover not found in file')
  return bytes
}

/** Reads a page: a range of the file, an entry to be unpacked, or a file in an image folder. */
async function readPageBytes(path: string, page: Page): Promise<Uint8Array> {
  if (page.offset !== undefined) return readPage(path, page)
  if (page.entry !== undefined) {
    const { unpackPage } = await import('../reader/decoder-archives')
    return unpackPage(path, page)
  }
  if (statSync(path).isDirectory()) return readFolderPage(path, page.name)
  throw new Error('page cannot be read')
}

/** Returns the embedded JPEG of a scanned page, or the rendered pixels of any other page. */
async function loadPdfPicture(path: string, index: number, width: number) {
  const { readPdfJpeg } = await import('../pdf/read-pdf')
  const { renderPdfPage } = await import('../pdf/render-pdf-page')
  const jpeg = await readPdfJpeg(path, index)
  return jpeg ? jpeg.data : renderPdfPage(path, index, width)
}

async function readSourceBytes(path: string) {
  const file = Bun.file(path)
  if (file.size > maxFileBytes) throw new Error('image is too large')
  return file.bytes()
}
