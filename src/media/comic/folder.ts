import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Archive,
  type ArchiveEntry,
  maxEntries,
  maxEntryBytes,
  tooLargeEntry,
} from '../archives/archive'
import { readComic } from './comic'
import { BadFile, type BookContents, emptyContents } from '../contents/contents'
import { BookFile } from '../contents/book-file'
import { isPageName } from '../archives/page-names'
import { comicMessages } from './messages'

/** Reads a folder of images as a book whose pages are the files. Ignores subfolders. */
export function readFolder(path: string): BookContents {
  try {
    return readComic(openFolderArchive(path), 'folder')
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return emptyContents('folder', [error.finding])
  }
}

/** Returns the bytes of a page in an image folder. */
export function readFolderPage(path: string, name: string): Uint8Array {
  if (name.includes('/') || name.includes('\\') || name.includes('\0') || !isPageName(name)) {
    throw new BadFile('unreadable', comicMessages.page_unreadable())
  }
  using file = new BookFile(join(path, name))
  if (file.size > maxEntryBytes) throw tooLargeEntry(name)
  return file.read(0, file.size)
}

/** A folder with fewer images contains only a cover for books, or artwork left by a program. */
const fewestPages = 2
const bookName = /\.(cb[zrt7]|zip|rar|7z|tar|epub|pdf)$/i
const artName =
  /^(cover|folder|poster|banner|logo|fanart|backdrop|background|clearart|thumb|thumbnail)\.[^.]+$/i

/** Returns whether files with these names form a book. The names do not include subfolders. */
export function isImageFolder(entries: readonly string[]): boolean {
  if (entries.some((name) => bookName.test(name) && !name.startsWith('.'))) return false
  return entries.filter((name) => isPageName(name) && !artName.test(name)).length >= fewestPages
}

function openFolderArchive(path: string): Archive {
  return {
    entries: listPageFiles(path),
    findings: [],
    probe: ({ name, size }, length) => {
      if (size > maxEntryBytes) throw tooLargeEntry(name)
      using file = new BookFile(join(path, name))
      return { place: {}, head: file.readUpTo(0, length) }
    },
    read: ({ name, size }, maxBytes) => {
      if (size > maxBytes) throw tooLargeEntry(name)
      using file = new BookFile(join(path, name))
      return file.readUpTo(0, maxBytes)
    },
  }
}

/** Links are not followed, because they may point outside the library. */
export function listPageFiles(path: string): ArchiveEntry[] {
  const files = readdirSync(path, { withFileTypes: true }).filter((file) => file.isFile())
  if (files.length > maxEntries) {
    throw new BadFile('too_large', comicMessages.folder_too_large())
  }
  return files.flatMap(({ name }) => {
    const found = statSync(join(path, name), { throwIfNoEntry: false })
    return found ? [{ name, size: found.size }] : []
  })
}
