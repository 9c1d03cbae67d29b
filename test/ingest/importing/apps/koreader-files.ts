/** Writes files as KOReader does. */
import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

export const hashOf = (sign: string) => sign.repeat(32)

interface WrittenSidecar {
  hash?: string
  path?: string
  status?: string
  /** A day. */
  modified?: string
  fraction?: number
  rating?: number
  note?: string
  pages?: number
  page?: number
  isText?: boolean
  /** Lua of more members. */
  more?: string
}

const text = (value: string) => `"${value.replaceAll(/["\\\n]/g, (sign) => `\\${sign}`)}"`

export function buildSidecar(sidecar: WrittenSidecar): string {
  const { hash, path, status, modified, fraction, rating, note, pages, page } = sidecar
  const summary = { modified, note, rating, status }
  const members = {
    doc_pages: pages,
    doc_path: path,
    last_page: page,
    last_xpointer: sidecar.isText ? '/body/DocFragment[2]/body/p/text().30' : undefined,
    partial_md5_checksum: hash,
    percent_finished: fraction,
  }
  const lines = writeMembers(members, '    ')
  const inner = writeMembers(summary, '        ')
  return `-- ${path}\nreturn {\n${sidecar.more ?? ''}${lines}    ["summary"] = {\n${inner}    },\n}\n`
}

const writeMembers = (members: Record<string, string | number | undefined>, indent: string) =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `${indent}["${key}"] = ${typeof value === 'string' ? text(value) : value},\n`,
    )
    .join('')

export interface WrittenStatistics {
  books: readonly { id: number; title: string; hash: string }[]
  /** `at`: seconds. */
  pages: readonly { book: number; page: number; at: number; total: number; seconds?: number }[]
}

export function writeStatistics(path: string, { books, pages }: WrittenStatistics) {
  mkdirSync(dirname(path), { recursive: true })
  const db = new Database(path, { create: true })
  db.run('pragma user_version = 20221111')
  db.run(
    'create table book (id integer primary key autoincrement, title text, authors text, pages integer, md5 text, last_open integer, total_read_time integer)',
  )
  db.run(
    'create table page_stat_data (id_book integer, page integer not null default 0, start_time integer not null default 0, duration integer not null default 0, total_pages integer not null default 0)',
  )
  db.run('create view page_stat as select * from page_stat_data')
  for (const { id, title, hash } of books) {
    db.run('insert into book (id, title, md5) values (?, ?, ?)', [id, title, hash])
  }
  for (const { book, page, at, total, seconds = 30 } of pages) {
    db.run('insert into page_stat_data values (?, ?, ?, ?, ?)', [book, page, at, seconds, total])
  }
  db.close()
}
