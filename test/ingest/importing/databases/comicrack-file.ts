/** ComicRack's `ComicDb.xml`, with what a test names. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface Comic {
  /** Digit that the ID consists of. */
  id: number
  /** Below the folder of the comics, with `\` between folders; none for a comic without a file. */
  file?: string
  /** Elements by name. */
  fields?: Record<string, string | number>
  /** Text of bookmarks by image, which begin at 0. */
  bookmarks?: Record<number, string>
}

export interface ComicrackData {
  folder?: string
  watched?: string[]
  comics?: Comic[]
  lists?: Record<string, number[]>
  /** More items beside the lists. */
  items?: string
  /** Changes the finished text. */
  change?: (xml: string) => string
}

export const toGuid = (digit: number) =>
  '00000000-0000-0000-0000-000000000000'.replaceAll('0', `${digit}`)

export const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

export function writeComicrack(path: string, data: ComicrackData) {
  mkdirSync(dirname(path), { recursive: true })
  const xml = buildXml(data)
  writeFileSync(path, data.change ? data.change(xml) : xml)
}

function buildXml({
  folder = String.raw`D:\Comics`,
  watched = [],
  comics = [],
  lists = {},
  items = '',
}: ComicrackData) {
  const books = comics.map((comic) => buildBook(comic, folder))
  const listed = Object.entries(lists).map(([name, ids], n) => buildList(name, ids, n + 5))
  const folders = watched.map((one) => `<WatchFolder Folder="${escapeXml(one)}" Watch="true" />`)
  return `<?xml version="1.0" encoding="utf-8"?>
<ComicDatabase xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" Id="${toGuid(9)}">
<Books>${books.join('\n')}</Books>
<ComicLists>${listed.join('')}${items}</ComicLists>
<WatchFolders>${folders.join('')}</WatchFolders>
</ComicDatabase>`
}

function buildBook({ id, file, fields = {}, bookmarks = {} }: Comic, folder: string) {
  const path = file === undefined ? '' : ` File="${escapeXml(`${folder}\\${file}`)}"`
  const parts = Object.entries(fields).map(
    ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
  )
  const pages = Object.entries(bookmarks).map(
    ([image, text]) => `<Page Image="${image}" Bookmark="${escapeXml(text)}" />`,
  )
  return `<Book Id="${toGuid(id)}"${path}>${parts.join('')}<Pages>${pages.join('')}</Pages></Book>`
}

const buildList = (name: string, ids: readonly number[], n: number) =>
  `<Item xsi:type="ComicIdListItem" Id="${toGuid(n)}" Name="${escapeXml(name)}">
<BookIds>${ids.map((id) => `<guid>${toGuid(id)}</guid>`).join('')}</BookIds></Item>`
